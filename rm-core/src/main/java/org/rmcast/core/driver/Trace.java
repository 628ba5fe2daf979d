package org.rmcast.core.driver;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader.Verdict;
import org.rmcast.core.wire.DecodeException;

/**
 * Watches the datagrams of one member as they are on the wire, see {@link EngineDriver#subscribe}. Called within the
 * driver's calls, in the order of events; must not call the driver, nor change an array. Times are the engine's. Every
 * method does nothing unless overridden.
 */
public interface Trace {
    /**
     * A datagram leaves.
     *
     * @param kind what it is for
     * @param to the destination, null for the group
     * @param ttl the scope of a multicast, 0 for a unicast
     */
    default void onSent(PacketKind kind, @Nullable InetSocketAddress to, int ttl, byte[] datagram, long nowNanos) {}

    /** A datagram came, passed the path's checks and goes to the engine. */
    default void onReceived(PacketKind kind, InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos) {}

    /** A datagram came and was dropped by the path: damaged, of a stranger, of another session. */
    default void onRefused(InetSocketAddress from, Cast cast, byte[] datagram, Verdict verdict, long nowNanos) {}

    /** The engine could not decode the datagram that it was just given. */
    default void onMalformed(InetSocketAddress from, Cast cast, byte[] datagram, DecodeException why, long nowNanos) {}

    /** The engine's deadline has come. */
    default void onDeadline(long nowNanos) {}
}
