package org.rmcast.sim;

import org.rmcast.api.EngineMeter;
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
        return EngineStatistics.builder()
                .with(EngineMeter.BUFFER_PACKETS, packets)
                .with(EngineMeter.BUFFER_BYTES, bytes)
                .with(EngineMeter.BUFFER_CAPACITY_PACKETS, capacity)
                .build();
    }
}
