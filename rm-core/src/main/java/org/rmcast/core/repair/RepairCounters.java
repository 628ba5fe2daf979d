package org.rmcast.core.repair;

/** What a {@link RepairQueue} did. Not thread safe. */
public final class RepairCounters {
    /** Requests for packets, each packet counted. */
    public long requested;
    /** Requests for what was to be sent anyway. */
    public long merged;
    /** Requests for what had been sent a moment before. */
    public long heldOff;
    /** Requests for which there was no room. */
    public long refused;
    /** Repairs sent to one requester. */
    public long unicast;
    /** Repairs sent to the group. */
    public long multicast;
    /** Repairs that were no longer held when their turn came. */
    public long gone;
}
