package org.rmcast.cli.common;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Calls something regularly from a thread of its own, and once more at the end. */
public final class Ticker implements AutoCloseable {
    private static final long END_SECONDS = 5;

    private final ScheduledExecutorService executor;
    private final Runnable tick;

    /** Starts ticking, the first time after one period. */
    public Ticker(Duration period, Runnable tick) {
        this.tick = tick;
        this.executor = Executors.newSingleThreadScheduledExecutor(Ticker::daemon);
        long nanos = period.toNanos();
        var unused = executor.scheduleAtFixedRate(tick, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "rmcast-ticker");
        thread.setDaemon(true);
        return thread;
    }

    /** The last tick, then no more. */
    @Override
    public void close() {
        executor.shutdownNow();
        try {
            boolean ended = executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
            if (ended) {
                tick.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
