package org.rmcast.sim;

import java.util.List;
import org.rmcast.core.engine.EngineStatistics;

/** Statistics of engines that have none but a buffer. */
public final class Statistics {
    private Statistics() {}

    public static EngineStatistics ofBuffer(long packets, long capacity) {
        return of(packets, 0, capacity);
    }

    public static EngineStatistics ofBytes(long bytes) {
        return of(0, bytes, 0);
    }

    private static EngineStatistics of(long packets, long bytes, long capacity) {
        return new EngineStatistics(
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, packets, bytes, capacity, 0, 0, 0, 0, 0, null,
                List.of());
    }
}
