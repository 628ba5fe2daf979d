package org.rmcast.junit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.opentest4j.AssertionFailedError;

/** Interrupts the thread that made it if that is not done in time. */
final class Alarm implements AutoCloseable {
    private final Thread test = Thread.currentThread();
    private final CompletableFuture<Void> timer = new CompletableFuture<>();
    private StackTraceElement[] where = {};
    private boolean rung;
    private boolean over;

    Alarm(Duration after) {
        var unused = timer.completeOnTimeout(null, after.toNanos(), TimeUnit.NANOSECONDS)
                .thenRun(this::ring);
    }

    private synchronized void ring() {
        if (!over) {
            rung = true;
            where = test.getStackTrace();
            test.interrupt();
        }
    }

    /** What a failure comes from: itself, or that the test was interrupted. */
    synchronized Throwable explain(Throwable failure) {
        if (!rung) {
            return failure;
        }
        AssertionFailedError late =
                new AssertionFailedError("the test was interrupted since it took too long", failure);
        late.setStackTrace(where);
        return late;
    }

    /** Switches it off, and takes an interrupt back that came too late. */
    @Override
    public synchronized void close() {
        over = true;
        timer.cancel(false);
        if (rung) {
            Thread.interrupted();
        }
    }
}
