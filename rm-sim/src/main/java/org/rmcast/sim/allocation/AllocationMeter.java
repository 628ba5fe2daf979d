package org.rmcast.sim.allocation;

import java.util.function.LongSupplier;

/**
 * Counts the bytes that the present thread allocates in some stretches of code. Not thread safe.
 */
final class AllocationMeter {
    private final LongSupplier allocatedBytes;
    private long countedBytes;
    private long startBytes;

    /**
     * Makes a meter that stands still.
     *
     * @param allocatedBytes what the thread has allocated since it began
     */
    AllocationMeter(LongSupplier allocatedBytes) {
        this.allocatedBytes = allocatedBytes;
    }

    void start() {
        startBytes = allocatedBytes.getAsLong();
    }

    void stop() {
        countedBytes += allocatedBytes.getAsLong() - startBytes;
    }

    void reset() {
        countedBytes = 0;
    }

    /** What was allocated between each {@link #start} and its {@link #stop}. */
    long bytes() {
        return countedBytes;
    }
}
