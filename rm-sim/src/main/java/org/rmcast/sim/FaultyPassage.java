package org.rmcast.sim;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One {@link LinkFault} at work on one direction of a link: its counters, and the datagram that it holds back. */
final class FaultyPassage {
    /** Takes what passes. */
    @FunctionalInterface
    interface Exit {
        void pass(Packet packet, int ttl, long atNanos);
    }

    private final LinkFault fault;
    private final Exit exit;
    private int position;
    private @Nullable Packet held;
    private int heldTtl;
    private int overtaken;
    private long dropped;
    /** How often each identity has come; only looked up. */
    private final Map<Long, Integer> transmissions = new HashMap<>();

    FaultyPassage(LinkFault fault, Exit exit) {
        this.fault = fault;
        this.exit = exit;
    }

    long dropped() {
        return dropped;
    }

    void offer(Packet packet, int ttl, long nowNanos) {
        if (!fault.concerns(packet.bytes())) {
            exit.pass(packet, ttl, nowNanos);
            return;
        }
        position = position % fault.period() + 1;
        switch (fault.kind()) {
            case DROP -> drop(packet, ttl, nowNanos);
            case DROP_FIRST -> dropFirst(packet, ttl, nowNanos);
            case DELAY, SPREAD -> exit.pass(packet, ttl, nowNanos + fault.delayNanos(position));
            case HOLD_BACK -> holdBack(packet, ttl, nowNanos);
        }
    }

    private void drop(Packet packet, int ttl, long nowNanos) {
        if (position > fault.period() - fault.count()) {
            dropped++;
        } else {
            exit.pass(packet, ttl, nowNanos);
        }
    }

    private void dropFirst(Packet packet, int ttl, long nowNanos) {
        int before =
                transmissions.merge(fault.identity(packet.bytes()), 1, (count, more) -> Math.max(count, count + more));
        if (before <= fault.count()) {
            dropped++;
        } else {
            exit.pass(packet, ttl, nowNanos);
        }
    }

    private void holdBack(Packet packet, int ttl, long nowNanos) {
        if (position == fault.period()) {
            held = packet;
            heldTtl = ttl;
            overtaken = 0;
            return;
        }
        exit.pass(packet, ttl, nowNanos);
        Packet waiting = held;
        if (waiting != null && ++overtaken == fault.count()) {
            held = null;
            exit.pass(waiting, heldTtl, nowNanos);
        }
    }
}
