package org.rmcast.core.memory;

import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * How a member joins a {@link MemoryMedium}.
 *
 * @param name what people call it: cuts and partitions go by names
 * @param threadName the name of its thread
 * @param group the multicast address and port
 * @param port the port of the member, 0 for any
 * @param bufferBytes what may wait to be read of what came by multicast, of what came by unicast, and of what is delayed, each
 */
public record MemoryMember(String name, String threadName, InetSocketAddress group, int port, int bufferBytes) {
    public MemoryMember {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(threadName, "threadName");
        Objects.requireNonNull(group, "group");
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be 0 to 65535, was " + port);
        }
        if (bufferBytes < 1) {
            throw new IllegalArgumentException("bufferBytes must be positive, was " + bufferBytes);
        }
    }

    /** The most bytes of the heap that a member with such buffers keeps. */
    public static long heapBytes(int bufferBytes) {
        return 3L * bufferBytes;
    }
}
