package org.rmcast.core.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions that another thread brings about. */
public final class Await {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Await() {}

    /** Returns as soon as the condition holds. */
    public static void until(String what, BooleanSupplier condition) {
        until(() -> what, condition);
    }

    /** Returns as soon as the condition holds, for what takes longer than other tests wait. */
    public static void until(String what, Duration limit, BooleanSupplier condition) {
        until(() -> what, limit, condition);
    }

    /** Returns as soon as the condition holds; the text is made when it does not in time. */
    public static void until(Supplier<String> what, BooleanSupplier condition) {
        until(what, LIMIT, condition);
    }

    private static void until(Supplier<String> what, Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + limit.toSeconds() + " s: " + what.get());
            }
            LockSupport.parkNanos(2_000_000);
        }
    }
}
