package org.rmcast.core.engine;

/**
 * Comparison of deadlines: times in nanoseconds of an arbitrary origin that may wrap around, and {@link
 * ProtocolEngine#NO_DEADLINE}, which comes after all others. Deadlines that are compared lie within 2^63 ns (292 years) of
 * one another.
 */
public final class Deadlines {
    private Deadlines() {}

    /** The earlier of two deadlines, each of which may be {@link ProtocolEngine#NO_DEADLINE}. */
    public static long earlier(long firstNanos, long secondNanos) {
        if (firstNanos == ProtocolEngine.NO_DEADLINE) {
            return secondNanos;
        }
        return secondNanos == ProtocolEngine.NO_DEADLINE || compare(firstNanos, secondNanos) <= 0
                ? firstNanos
                : secondNanos;
    }

    /** The later of two deadlines; {@link ProtocolEngine#NO_DEADLINE} if one of them is. */
    public static long later(long firstNanos, long secondNanos) {
        if (firstNanos == ProtocolEngine.NO_DEADLINE || secondNanos == ProtocolEngine.NO_DEADLINE) {
            return ProtocolEngine.NO_DEADLINE;
        }
        return compare(firstNanos, secondNanos) < 0 ? secondNanos : firstNanos;
    }

    /** Whether a deadline has come; {@link ProtocolEngine#NO_DEADLINE} never does. */
    public static boolean isDue(long deadlineNanos, long nowNanos) {
        return deadlineNanos != ProtocolEngine.NO_DEADLINE && compare(deadlineNanos, nowNanos) <= 0;
    }

    /** Orders two times, neither of them {@link ProtocolEngine#NO_DEADLINE}: negative if the first is earlier, 0 if equal. */
    public static int compare(long firstNanos, long secondNanos) {
        return Long.signum(firstNanos - secondNanos);
    }
}
