package org.rmcast.core.transport;

import java.net.InetSocketAddress;
import java.util.Objects;
import org.rmcast.api.TransportKind;

/**
 * How a {@link SocketTransport} is opened.
 *
 * @param name the name of its thread
 * @param group the multicast address and port
 * @param local the interface to join and to send on
 * @param memberPort the port of the socket that sends and is reached by unicast, 0 for any free one
 * @param ttl the widest scope of a multicast in hops, 0 to 255
 * @param kind which channels to use
 * @param receiveBufferBytes receive buffer to ask the system for, of each of the two sockets
 * @param sendBufferBytes send buffer to ask the system for
 * @param offload whether runs of datagrams pass the network stack as one where the system can do that; emulators in the
 *     kernel that drop single packets then drop whole runs
 */
public record TransportOptions(
        String name,
        InetSocketAddress group,
        LocalInterface local,
        int memberPort,
        int ttl,
        TransportKind kind,
        int receiveBufferBytes,
        int sendBufferBytes,
        boolean offload) {
    /** With any free port for the member. */
    public TransportOptions(
            String name,
            InetSocketAddress group,
            LocalInterface local,
            int ttl,
            TransportKind kind,
            int receiveBufferBytes,
            int sendBufferBytes,
            boolean offload) {
        this(name, group, local, 0, ttl, kind, receiveBufferBytes, sendBufferBytes, offload);
    }

    public TransportOptions {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(local, "local");
        Objects.requireNonNull(kind, "kind");
        if (memberPort < 0 || memberPort > 65_535) {
            throw new IllegalArgumentException("memberPort must be 0 to 65535, was " + memberPort);
        }
        if (ttl < 0 || ttl > 255) {
            throw new IllegalArgumentException("ttl must be 0 to 255, was " + ttl);
        }
        if (receiveBufferBytes < 1 || sendBufferBytes < 1) {
            throw new IllegalArgumentException(
                    "socket buffers must be positive, were " + receiveBufferBytes + " and " + sendBufferBytes);
        }
    }
}
