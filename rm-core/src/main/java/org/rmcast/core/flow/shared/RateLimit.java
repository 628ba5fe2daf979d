package org.rmcast.core.flow.shared;

/** What bounds the rate that a receiver wants. The order is that of the wire. */
public enum RateLimit {
    /** Twice what it gets: it has seen no sign of congestion yet. */
    START,
    /** Packets wait in a queue. */
    DELAY,
    /** Packets wait in a queue that others fill, and none was lost yet. */
    COMPETITION,
    /** Packets are lost: the throughput equation. */
    LOSS
}
