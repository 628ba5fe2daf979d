package org.rmcast.core.transport;

import java.net.InetSocketAddress;
import org.rmcast.core.wire.Cast;

/** Takes what a {@link DatagramTransport} reads. Called on the transport's loop; must not block, nor throw. */
public interface DatagramHandler {
    /**
     * A datagram arrived.
     *
     * @param from the sender's address and port
     * @param cast by which of the two sockets it came
     * @param datagram its content, of the exact length; the array belongs to the handler
     */
    void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram);

    /** A host says that nobody has the port of an address that is watched, see {@link DatagramTransport#watchPort}. */
    default void onPortUnreachable(InetSocketAddress peer) {}

    /** The datagrams that were waiting in a socket have been handed over: time to act and to flush. */
    void onReadComplete();
}
