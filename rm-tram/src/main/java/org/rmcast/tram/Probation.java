package org.rmcast.tram;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A member that was given up again since it fell silent, and is back: it is served, but until it has acknowledged for long enough nobody waits for
 * it, or one that comes and goes would stop the group each time for as long as it takes to give it up. A flush does wait for it. One silence
 * is forgiven: a process may pause.
 *
 * <p>Source: ours; damping of routes that flap, RFC 2439.
 */
final class Probation {
    private static final int FORGIVEN = 1;
    private static final int MAX_DOUBLINGS = 5;
    private static final long MEMORY_NANOS = 300_000_000_000L;
    private static final int MAX_REMEMBERED = 256;

    private final long lengthNanos;
    private final long longestSilenceNanos;
    private long sinceNanos;
    private long heardNanos;

    private Probation(long lengthNanos, long longestSilenceNanos, long nowNanos) {
        this.lengthNanos = lengthNanos;
        this.longestSilenceNanos = longestSilenceNanos;
        this.sinceNanos = nowNanos;
        this.heardNanos = nowNanos;
    }

    /** The member acknowledges; after a silence its time begins anew. */
    void onHeard(long nowNanos) {
        if (nowNanos - heardNanos > longestSilenceNanos) {
            sinceNanos = nowNanos;
        }
        heardNanos = nowNanos;
    }

    /** Whether it has acknowledged for long enough. */
    boolean isOver(long nowNanos) {
        return nowNanos - sinceNanos >= lengthNanos;
    }

    /** Who fell silent of late, and how often: from the second time on each one makes the next probation twice as long, up to 32 times. Bounded: the oldest are forgotten. */
    static final class Memory {
        private record Silences(int count, long lastNanos) {}

        private final TramConfig config;
        private final Map<Long, Silences> silent = new LinkedHashMap<>();

        Memory(TramConfig config) {
            this.config = config;
        }

        /** A member is given up for its silence. */
        void onSilent(long id, long nowNanos) {
            if (config.probationNanos > 0) {
                put(id, count(id, nowNanos) + 1, nowNanos);
            }
        }

        /** The probation of a member that is taken; null if it has done nothing to deserve one. */
        @Nullable
        Probation of(long id, long nowNanos) {
            int again = count(id, nowNanos) - FORGIVEN;
            long lengthNanos = config.probationNanos << Math.min(Math.max(0, again - 1), MAX_DOUBLINGS);
            return again <= 0 ? null : new Probation(lengthNanos, config.livenessNanos() / 2, nowNanos);
        }

        /** Another head, or several, have given a member up so often. */
        void learn(long id, int count, long nowNanos) {
            if (config.probationNanos > 0 && count > count(id, nowNanos)) {
                put(id, count, nowNanos);
            }
        }

        private void put(long id, int count, long nowNanos) {
            silent.remove(id);
            silent.put(id, new Silences(count, nowNanos));
            if (silent.size() > MAX_REMEMBERED) {
                silent.remove(silent.keySet().iterator().next());
            }
        }

        /** How often a member was given up of late. */
        int count(long id, long nowNanos) {
            Silences silences = silent.get(id);
            return silences == null || nowNanos - silences.lastNanos >= MEMORY_NANOS ? 0 : silences.count;
        }
    }
}
