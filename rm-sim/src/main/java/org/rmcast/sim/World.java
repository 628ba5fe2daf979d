package org.rmcast.sim;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.rmcast.sim.ledger.Order;
import org.rmcast.sim.ledger.SentLog;

/** What all parts of one simulation share: virtual time, what is going to happen, the trace, what was sent. */
final class World {
    final long seed;
    final EventQueue queue = new EventQueue();
    final TraceLog trace;

    /** By member id; looked up, never iterated. */
    final Map<Long, SentLog> sentLogs = new HashMap<>();

    /** What may still keep a datagram from a member. */
    ReceptionFilter filter = ReceptionFilter.ALL;

    final Meetings meetings = new Meetings();
    final Judge judge = new Judge(this);

    /** Whether somebody who is no member has sent anything. */
    boolean forged;

    /** The order that the protocol promises. */
    Order order = Order.FIFO;

    private final String replayCommand;
    private long nowNanos;
    private @Nullable InvariantViolation failure;

    World(long seed, int traceLines, String replayCommand) {
        this.seed = seed;
        this.trace = new TraceLog(traceLines);
        this.replayCommand = replayCommand;
    }

    long now() {
        return nowNanos;
    }

    /** Moves time on; it never goes back. */
    void advanceTo(long timeNanos) {
        if (timeNanos < nowNanos) {
            throw new IllegalArgumentException("time would go back from " + nowNanos + " to " + timeNanos);
        }
        nowNanos = timeNanos;
    }

    void record(int node, TraceLog.Kind kind, long first, long second) {
        trace.record(nowNanos, node, kind, first, second);
    }

    /** A generator of its own for each purpose and index: one more node or link changes nobody else's numbers. */
    SplittableRandom random(int purpose, int index, int incarnation) {
        long key = Payloads.mix(((long) purpose << 56) ^ ((long) incarnation << 32) ^ index);
        return new SplittableRandom(Payloads.mix(seed * 0x9E3779B97F4A7C15L + key));
    }

    /** Makes a violation, and remembers the first one in case an engine swallows it. */
    InvariantViolation violation(int node, String what, @Nullable Throwable cause) {
        InvariantViolation violation = new InvariantViolation(
                "seed " + seed + ", " + TraceLog.seconds(nowNanos) + (node < 0 ? "" : ", node " + node) + ": " + what
                        + (replayCommand.isEmpty() ? "" : "\nreplay: " + replayCommand)
                        + "\nlast events:\n" + trace.tail(),
                seed,
                node,
                cause);
        if (failure == null) {
            failure = violation;
        }
        return violation;
    }

    InvariantViolation violation(int node, String what) {
        return violation(node, what, null);
    }

    /** Throws a violation that an engine has swallowed. */
    void throwIfFailed() {
        if (failure != null) {
            throw failure;
        }
    }
}
