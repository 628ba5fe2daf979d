package org.rmcast.core.session;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import org.rmcast.api.Receipt;
import org.rmcast.core.runtime.EndReason;

/**
 * The receipts that somebody waits for, by the number of the message. What depends on them does not run in the thread that answers. Not
 * thread safe.
 */
final class PendingReceipts {
    private final Map<Long, CompletableFuture<Receipt>> pending = new HashMap<>();

    /** The message of this number was accepted. */
    void open(long message, CompletableFuture<Receipt> receipt) {
        pending.put(message, receipt);
    }

    /** Answers who waits for this one, if anybody does: mostly nobody does. */
    void answer(Receipt receipt) {
        CompletableFuture<Receipt> answer = pending.isEmpty() ? null : pending.remove(receipt.message());
        if (answer != null) {
            answer.completeAsync(() -> receipt);
        }
    }

    /** Fails what is still open. */
    void failAll(EndReason reason) {
        pending.values()
                .forEach(answer ->
                        ForkJoinPool.commonPool().execute(() -> answer.completeExceptionally(reason.exception())));
        pending.clear();
    }
}
