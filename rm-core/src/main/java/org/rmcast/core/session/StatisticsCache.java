package org.rmcast.core.session;

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
 * The last snapshot of a session's figures. A caller who finds it older than {@value #MAX_AGE_MILLIS} ms has the loop take
 * another, so that the loop is asked ten times a second at most, whatever asks. Thread safe.
 */
final class StatisticsCache {
    private static final long MAX_AGE_MILLIS = 100;
    private static final long MAX_WAIT_MILLIS = 1_000;

    private final DatagramTransport transport;
    private final Supplier<TakenStatistics> source;
    private final AtomicReference<@Nullable CompletableFuture<Void>> refreshing = new AtomicReference<>();
    private volatile TakenStatistics last;
    private volatile boolean complete;

    /** Makes a cache with a first snapshot; to be called on the loop, where {@code source} is called as well. */
    StatisticsCache(DatagramTransport transport, Supplier<TakenStatistics> source) {
        this.transport = transport;
        this.source = source;
        this.last = source.get();
    }

    /** Takes the last snapshot; on the loop. If that fails, the one before stays. */
    void finish() {
        try {
            refresh();
        } catch (RuntimeException | Error e) {
            // The engine is broken, which was reported; its last figures are what there is.
        }
        complete = true;
    }

    /** The figures, not older than a tenth of a second unless the loop is very busy. */
    TakenStatistics get() {
        if (!complete && System.nanoTime() - last.takenNanos() > TimeUnit.MILLISECONDS.toNanos(MAX_AGE_MILLIS)) {
            if (transport.inLoop()) {
                refresh();
            } else {
                awaitRefresh();
            }
        }
        return last;
    }

    private void refresh() {
        last = source.get();
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
