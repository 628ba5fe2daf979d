package org.rmcast.sim;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A node's socket: the bounded buffer in which datagrams wait while the node is paused, gathers them, or is busy with those
 * before.
 */
final class ReceiveSocket {
    private final EventQueue queue;
    private final EventQueue.Event due;
    private final ArrayDeque<Packet> packets = new ArrayDeque<>();
    private final long gatherNanos;
    private int capacityPackets;
    private long serviceNanos;
    private boolean awaited;

    /** Makes a socket that lets {@code due} happen when {@link #await} is over. */
    ReceiveSocket(EventQueue queue, NodeSettings settings, EventQueue.Event due) {
        this.queue = queue;
        this.gatherNanos = settings.gatherNanos();
        this.capacityPackets = settings.socketBufferPackets();
        this.due = now -> {
            awaited = false;
            due.fire(now);
        };
    }

    /** Each datagram costs so much time from now on; 0 for none. What waits stays, even beyond the capacity. */
    void serve(long perDatagramNanos, int packets) {
        serviceNanos = perDatagramNanos;
        capacityPackets = packets;
    }

    /** Whether datagrams cost time, one after the other. */
    boolean isSlow() {
        return serviceNanos > 0;
    }

    /** Whether a datagram need not wait here. */
    boolean isImmediate() {
        return gatherNanos == 0 && serviceNanos == 0 && packets.isEmpty();
    }

    /** Takes a datagram in, if there is room. */
    boolean offer(Packet packet) {
        return packets.size() < capacityPackets && packets.add(packet);
    }

    /** The oldest one, null if none waits. */
    @Nullable
    Packet poll() {
        return packets.poll();
    }

    /** If anything waits: it is due after the time of gathering or service, that runs already or begins now. */
    void await(long nowNanos) {
        if (!awaited && !packets.isEmpty()) {
            awaited = true;
            queue.add(nowNanos + (isSlow() ? serviceNanos : gatherNanos), due);
        }
    }

    void clear() {
        packets.clear();
    }
}
