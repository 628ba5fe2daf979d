package org.rmcast.api;

/** Whose confirmation a flush waits for. */
public enum Confirmation {
    /** Every receiver's: each has handed the messages to its application's queue. In TRAM++ the permanent acknowledgement. */
    EVERYONE,
    /**
     * That of the receivers for which the group waits: those reported as lagging may still miss some, and get them later. In
     * TRAM++ the greedy acknowledgement; the same as {@link #EVERYONE} where a protocol always waits for all.
     */
    KEEPING_UP
}
