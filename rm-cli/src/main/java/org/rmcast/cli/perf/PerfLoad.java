package org.rmcast.cli.perf;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.rmcast.cli.common.EpochClock;
import org.rmcast.cli.common.Pause;

/** Offers messages at a rate, or as fast as they are taken. One thread sends, any thread may ask for the count. */
final class PerfLoad {
    /** Where messages go; blocks while they are not taken. */
    @FunctionalInterface
    interface Output {
        void send(ByteBuffer message) throws InterruptedException;
    }

    private final PerfPayload payload;
    private final double messagesPerSecond;
    private volatile long sent;

    /**
     * A load for one use.
     *
     * @param messagesPerSecond the rate, 0 for none
     */
    PerfLoad(PerfPayload payload, double messagesPerSecond) {
        this.payload = payload;
        this.messagesPerSecond = messagesPerSecond;
    }

    /** Sends messages that will not be measured, as fast as they are taken. */
    void warmUp(long count, Output output) throws InterruptedException {
        for (long i = 0; i < count; i++) {
            output.send(payload.due(PerfPayload.WARM_UP));
        }
    }

    /** Sends until the count or the time is reached. */
    void run(long count, Duration duration, Output output) throws InterruptedException {
        long startEpoch = EpochClock.nanos();
        long start = System.nanoTime();
        long end = start + duration.toNanos();
        for (long i = 0; i < count && System.nanoTime() - end < 0; i++) {
            if (messagesPerSecond > 0) {
                long dueNanos = (long) (i * 1e9 / messagesPerSecond);
                Pause.until(start + dueNanos);
                output.send(payload.due(startEpoch + dueNanos));
            } else {
                output.send(payload.due(EpochClock.nanos()));
            }
            sent = i + 1;
        }
    }

    /** Measured messages taken so far. */
    long sent() {
        return sent;
    }
}
