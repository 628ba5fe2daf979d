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
    /** Codes sent to the group: repairs that carry several packets. */
    public long coded;
    /** Packets in these. */
    public long packetsInCodes;
    /** Repairs that were no longer held when their turn came. */
    public long gone;
}
