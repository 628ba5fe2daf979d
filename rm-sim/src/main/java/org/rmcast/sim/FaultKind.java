package org.rmcast.sim;

/** What a random {@link FaultPlan} may do to hosts and links, each for a time; {@link FaultOptions#weights} says how often. */
public enum FaultKind {
    // The order is that of the draw: the first three come first, so that plans of old seeds stay as they were.

    /** Some hosts are cut off from the others, or a trunk is cut both ways. */
    PARTITION,
    /** A host's member and application stand still, as in a long collection of garbage; their clocks go on. */
    PAUSE,
    /** A member vanishes without a word; most are restarted. */
    CRASH,
    /** A link no longer carries multicast, or unicast, or anything, in one direction or both. */
    ONE_WAY_CUT,
    /** One host no longer hears one other, which still hears it. */
    DEAFNESS,
    /** A link goes down and up many times. */
    FLAPPING,
    /** A host takes time for each datagram, and its socket buffer is small: many answers at once overflow it. */
    SLOW_HOST,
    /** As {@link #PAUSE}, from a tenth of a second to a minute: a virtual machine that is moved or put to sleep. */
    FREEZE,
    /** A host gets another address, as behind a router that forgot; its member goes on. Has no end. */
    ADDRESS_CHANGE,
    /** A host's clock goes fast or slow. */
    CLOCK_DRIFT,
    /** The machine of a sender with storage fails between two writes, and comes back. */
    STORAGE_CRASH,
    /** An intruder at a host does what {@link FaultOptions#intrusion} says. */
    BYZANTINE
}
