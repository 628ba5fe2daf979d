package org.rmcast.core.wire;

/** Numbers that every protocol shares on the wire. */
public final class Wire {
    /** The highest sequence number accepted from the network: sums with windows and counts never overflow. */
    public static final long MAX_SEQUENCE = Long.MAX_VALUE >> 2;

    /** The largest datagram payload that UDP over IPv4 carries. */
    public static final int MAX_DATAGRAM_BYTES = 65_507;

    /** The largest datagram of a channel that does not say: tunnels and IPv6 carry it unfragmented on an Ethernet. */
    public static final int DEFAULT_DATAGRAM_BYTES = 1_400;

    /** The least that a channel may take for its largest datagram. */
    public static final int MIN_DATAGRAM_BYTES = 256;

    /** The largest message that a session takes: 16 MiB. */
    public static final int MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

    private Wire() {}
}
