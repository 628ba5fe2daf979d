package org.rmcast.sim;

import java.net.InetSocketAddress;

/** A datagram on its way, shared by all who get it: nobody may change its bytes. */
final class Packet {
    /** The destination of a multicast. */
    static final int GROUP = -1;

    /** As long as the headers in it and the two that it quotes. */
    private static final byte[] UNREACHABLE = new byte[56];

    /** Stands where there is none. */
    static final Packet NONE = of(new byte[0], -1, Network.addressOf(0), GROUP);

    private final byte[] bytes;
    private final int origin;
    private final InetSocketAddress from;
    private final int destination;
    private final int hash;
    private final boolean corrupted;
    private final boolean unreachable;

    private Packet(
            byte[] bytes, int origin, InetSocketAddress from, int destination, boolean corrupted, boolean unreachable) {
        this.bytes = bytes;
        this.origin = origin;
        this.from = from;
        this.destination = destination;
        this.hash = Payloads.hash(bytes);
        this.corrupted = corrupted;
        this.unreachable = unreachable;
    }

    static Packet of(byte[] bytes, int origin, InetSocketAddress from, int destination) {
        return new Packet(bytes, origin, from, destination, false, false);
    }

    /** A datagram that no engine made. */
    static Packet forged(byte[] bytes, int origin, InetSocketAddress from, int destination) {
        return new Packet(bytes, origin, from, destination, true, false);
    }

    /**
     * A host's answer that nobody has the port to which a datagram was sent.
     *
     * @param closed the address that it was sent to
     */
    static Packet unreachable(Packet cause, InetSocketAddress closed) {
        int answering = cause.destination;
        int asking = cause.origin;
        return new Packet(UNREACHABLE, answering, closed, asking, false, true);
    }

    Packet corruptedAs(byte[] changed) {
        return new Packet(changed, origin, from, destination, true, unreachable);
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

    /** Whether it is no datagram, but the answer that nobody has the port at {@link #from}. */
    boolean isUnreachable() {
        return unreachable;
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
