package org.rmcast.sim;

import java.net.InetSocketAddress;

/** A datagram on its way, shared by all who get it: nobody may change its bytes. */
final class Packet {
    /** The destination of a multicast. */
    static final int GROUP = -1;

    /** Stands where there is none. */
    static final Packet NONE = of(new byte[0], -1, Network.addressOf(0), GROUP);

    private final byte[] bytes;
    private final int origin;
    private final InetSocketAddress from;
    private final int destination;
    private final int hash;
    private final boolean corrupted;

    private Packet(byte[] bytes, int origin, InetSocketAddress from, int destination, boolean corrupted) {
        this.bytes = bytes;
        this.origin = origin;
        this.from = from;
        this.destination = destination;
        this.hash = Payloads.hash(bytes);
        this.corrupted = corrupted;
    }

    static Packet of(byte[] bytes, int origin, InetSocketAddress from, int destination) {
        return new Packet(bytes, origin, from, destination, false);
    }

    /** A datagram that no engine made. */
    static Packet forged(byte[] bytes, int origin, InetSocketAddress from, int destination) {
        return new Packet(bytes, origin, from, destination, true);
    }

    Packet corruptedAs(byte[] changed) {
        return new Packet(changed, origin, from, destination, true);
    }

    byte[] bytes() {
        return bytes;
    }

    /** The host that sent it. */
    int origin() {
        return origin;
    }

    /** That host's address. */
    InetSocketAddress from() {
        return from;
    }

    /** The host to reach, or {@link #GROUP}. */
    int destination() {
        return destination;
    }

    /** Of the bytes, for the trace. */
    int hash() {
        return hash;
    }

    /** Whether a link has changed it, or it was forged: its checksum may be wrong. */
    boolean corrupted() {
        return corrupted;
    }
}
