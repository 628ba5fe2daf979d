package org.rmcast.core.session;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import org.rmcast.api.FlushResult;
import org.rmcast.core.runtime.EndReason;

/** The flushes that wait for an answer. Thread safe. */
final class PendingFlushes {
    private final ConcurrentHashMap<Long, CompletableFuture<FlushResult>> pending = new ConcurrentHashMap<>();
    private final AtomicLong nextId = new AtomicLong();

    /** Opens a flush and returns its number. */
    long open(CompletableFuture<FlushResult> answer) {
        long id = nextId.incrementAndGet();
        pending.put(id, answer);
        return id;
    }

    boolean isOpen(long id) {
        return pending.containsKey(id);
    }

    /** Answers a flush, unless it was answered before; what depends on it does not run in this thread. */
    void answer(long id, FlushResult result) {
        CompletableFuture<FlushResult> answer = pending.remove(id);
        if (answer != null) {
            answer.completeAsync(() -> result);
        }
    }

    /** Fails what is still open. */
    void failAll(EndReason reason) {
        for (Long id : List.copyOf(pending.keySet())) {
            CompletableFuture<FlushResult> answer = pending.remove(id);
            if (answer != null) {
                ForkJoinPool.commonPool().execute(() -> answer.completeExceptionally(reason.exception()));
            }
        }
    }
}
