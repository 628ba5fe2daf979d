package org.rmcast.core.runtime;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Receipt;
import org.rmcast.api.Recipients;

/**
 * What there is to be said of a message that waits to be sent, besides its bytes. Immutable.
 *
 * @param headers whether it begins with headers
 * @param to for whom it is
 * @param receipt to be completed with its receipt; null if none is wanted
 */
public record Envelope(
        boolean headers, Recipients to, @Nullable CompletableFuture<Receipt> receipt) {
    /** No headers, to the group, no receipt. */
    public static final Envelope PLAIN = new Envelope(false, Recipients.GROUP, null);

    private static final Envelope WITH_HEADERS = new Envelope(true, Recipients.GROUP, null);

    public Envelope {
        Objects.requireNonNull(to, "to");
    }

    /** Whether it is the plain one; asked for each message, so not by what is in it. */
    @SuppressWarnings("ReferenceEquality") // one that says the same as the plain one may as well lie in the queue
    boolean isPlain() {
        return this == PLAIN;
    }

    /** Without a receipt. */
    public static Envelope of(boolean headers, Recipients to) {
        if (!to.isGroup() || to.isTimeCritical()) {
            return new Envelope(headers, to, null);
        }
        return headers ? WITH_HEADERS : PLAIN;
    }
}
