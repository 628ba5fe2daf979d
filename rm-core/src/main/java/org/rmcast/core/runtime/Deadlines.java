package org.rmcast.core.runtime;

import org.rmcast.core.engine.ProtocolEngine;

/** Comparison of times that may wrap around, and of {@link ProtocolEngine#NO_DEADLINE}, which is none. */
final class Deadlines {
    private Deadlines() {}

    /** The earlier of two deadlines, as seen from now. */
    static long earlier(long first, long second, long nowNanos) {
        if (first == ProtocolEngine.NO_DEADLINE) {
            return second;
        }
        if (second == ProtocolEngine.NO_DEADLINE) {
            return first;
        }
        return first - nowNanos <= second - nowNanos ? first : second;
    }
}
