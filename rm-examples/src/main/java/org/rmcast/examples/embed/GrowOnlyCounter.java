package org.rmcast.examples.embed;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * A counter that only grows, as a state that can be merged: each replica counts for itself, and the sum counts. To merge is to
 * take the higher count of each replica, so it does not matter how often, in which order, or whether every state arrives
 * (Shapiro, Preguiça, Baquero, Zawirski, "A Comprehensive Study of Convergent and Commutative Replicated Data Types", INRIA
 * RR-7506, 2011: the G-Counter). Not thread safe.
 */
final class GrowOnlyCounter {
    private static final int ENTRY_BYTES = 16;

    private final Map<Long, Long> counts = new TreeMap<>();

    void add(long replica, long increments) {
        if (increments < 0) {
            throw new IllegalArgumentException("increments must be 0 or more, was " + increments);
        }
        counts.merge(replica, increments, Math::addExact);
    }

    long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The whole state: 16 bytes per replica. */
    ByteBuffer encode() {
        ByteBuffer state = ByteBuffer.allocate(ENTRY_BYTES * counts.size());
        counts.forEach((replica, count) -> state.putLong(replica).putLong(count));
        return state.flip();
    }

    /**
     * Merges a state that {@link #encode} made.
     *
     * @throws IllegalArgumentException if it is none; nothing has changed then
     */
    void merge(ByteBuffer state) {
        if (state.remaining() % ENTRY_BYTES != 0) {
            throw new IllegalArgumentException("a state has 16 bytes per replica, this one " + state.remaining());
        }
        while (state.hasRemaining()) {
            counts.merge(state.getLong(), state.getLong(), Math::max);
        }
    }
}
