package org.rmcast.junit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.opentest4j.AssertionFailedError;

/**
 * Waits for conditions until the test's deadline: looked at whenever something was received or reported, and every 10 ms, since a
 * condition may depend on something else. Thread safe.
 */
final class Watch {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Duration timeout;
    private final long deadlineNanos;
    private long changes;

    Watch(Duration timeout) {
        this.timeout = timeout;
        this.deadlineNanos = System.nanoTime() + timeout.toNanos();
    }

    /** Something happened. */
    synchronized void changed() {
        changes++;
        notifyAll();
    }

    /** What is left of the test's time. */
    Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
    }

    /**
     * Returns as soon as the condition holds.
     *
     * @param what says what was waited for and what there was, when it does not hold in time
     * @param check throws if there is no use in waiting
     */
    void await(Supplier<String> what, BooleanSupplier condition, Runnable check) throws InterruptedException {
        long seen = changes();
        while (!condition.getAsBoolean()) {
            check.run();
            long leftNanos = deadlineNanos - System.nanoTime();
            if (leftNanos <= 0) {
                throw new AssertionFailedError("not within " + timeout.toMillis() / 1e3 + " s: " + what.get());
            }
            seen = awaitChange(seen, Math.min(leftNanos, LOOK_NANOS));
        }
    }

    private synchronized long changes() {
        return changes;
    }

    private synchronized long awaitChange(long seen, long mostNanos) throws InterruptedException {
        long endNanos = System.nanoTime() + mostNanos;
        long leftNanos = mostNanos;
        while (changes == seen && leftNanos > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
            leftNanos = endNanos - System.nanoTime();
        }
        return changes;
    }
}
