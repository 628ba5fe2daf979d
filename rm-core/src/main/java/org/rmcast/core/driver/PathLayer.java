package org.rmcast.core.driver;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader.Verdict;

/**
 * One step of a {@link DatagramPath}: changes, checks, multiplies or holds datagrams on their way between an engine and the
 * network. Under the rules of the seam: no input or output, clocks, or randomness of its own.
 */
public interface PathLayer {
    /** What lies below a layer: the next one, or the network. */
    @FunctionalInterface
    interface Outlet {
        /**
         * Passes a datagram on.
         *
         * @param to the destination, null for the group
         * @param ttl the scope of a multicast, 0 for a unicast
         */
        void send(@Nullable InetSocketAddress to, int ttl, byte[] datagram);
    }

    /** What lies above a layer: the next one, or the engine. */
    interface Inlet {
        /** Passes a datagram on. */
        void receive(InetSocketAddress from, Cast cast, byte[] datagram);

        /** Drops a datagram. */
        void refuse(InetSocketAddress from, Cast cast, byte[] datagram, Verdict verdict);
    }

    /** By how many bytes a datagram may be longer below this layer than above it. */
    int overheadBytes();

    /** A datagram on its way out: to be passed on once, several times, or not at all. */
    void outbound(@Nullable InetSocketAddress to, int ttl, byte[] datagram, Outlet below);

    /** A datagram on its way in: to be passed on once, several times, or not at all, or refused. */
    void inbound(InetSocketAddress from, Cast cast, byte[] datagram, Inlet above);
}
