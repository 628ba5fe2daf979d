package org.rmcast.core.channel;

/** Which values a protocol's parameters take when they are not given; the parameter {@code preset} chooses. */
public enum Preset {
    /** The protocol tuned for today's networks. */
    DEFAULTS,
    /** The published algorithm with its published constants. */
    PAPER
}
