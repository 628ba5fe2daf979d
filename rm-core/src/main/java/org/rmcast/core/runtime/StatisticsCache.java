package org.rmcast.core.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.transport.DatagramTransport;

/**
 * The last snapshot of a member's figures. A caller who finds it older than {@value #MAX_AGE_MILLIS} ms has the loop take
 * another, so that the loop is asked ten times a second at most, whatever asks. Thread safe.
 *
 * @param <T> the figures, immutable
 */
public final class StatisticsCache<T> {
    private static final long MAX_AGE_MILLIS = 100;
    private static final long MAX_WAIT_MILLIS = 1_000;

    private final DatagramTransport transport;
    private final Supplier<T> source;
    private final AtomicReference<@Nullable CompletableFuture<Void>> refreshing = new AtomicReference<>();
    private volatile T last;
    private volatile long takenNanos;
    private volatile boolean complete;

    /** Makes a cache with a first snapshot; to be called on the loop, where {@code source} is called as well. */
    public StatisticsCache(DatagramTransport transport, Supplier<T> source) {
        this.transport = transport;
        this.source = source;
        this.takenNanos = System.nanoTime();
        this.last = source.get();
    }

    /** Takes the last snapshot; on the loop. If that fails, the one before stays. */
    public void finish() {
        try {
            refresh();
        } catch (RuntimeException | Error e) {
            // The engine is broken, which was reported; its last figures are what there is.
        }
        complete = true;
    }

    /** The figures, not older than a tenth of a second unless the loop is very busy. */
    public T get() {
        if (!complete && System.nanoTime() - takenNanos > TimeUnit.MILLISECONDS.toNanos(MAX_AGE_MILLIS)) {
            if (transport.inLoop()) {
                refresh();
            } else {
                awaitRefresh();
            }
        }
        return last;
    }

    private void refresh() {
        long nowNanos = System.nanoTime();
        last = source.get();
        takenNanos = nowNanos;
    }

    private void awaitRefresh() {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> running = refreshing.compareAndExchange(null, mine);
        if (running == null) {
            running = mine;
            request(mine);
        }
        try {
            running.get(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // An old snapshot is better than none.
        }
    }

    private void request(CompletableFuture<Void> done) {
        try {
            transport.execute(() -> {
                try {
                    if (!complete) {
                        refresh();
                    }
                } finally {
                    refreshing.set(null);
                    done.complete(null);
                }
            });
        } catch (RejectedExecutionException e) {
            refreshing.set(null);
            done.complete(null);
        }
    }
}
