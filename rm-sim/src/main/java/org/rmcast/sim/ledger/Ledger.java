package org.rmcast.sim.ledger;

import org.jspecify.annotations.Nullable;
import org.rmcast.sim.check.ReceivedStream;

/**
 * What one receiver got of one source, checked message by message: at most once, nothing that was sent to others only, in the
 * order promised, nothing that was reported lost. Methods that check return what is wrong, or null.
 */
public interface Ledger extends ReceivedStream {
    /** A message is delivered. */
    @Nullable
    String delivered(long number);

    /** Messages from {@code first} to {@code limit} (exclusive) are reported lost. */
    @Nullable
    String lost(long first, long limit);

    /** The receiver has joined: from this message on everything counts. Of no effect where that is so already. */
    void owe(long first);

    /** The receiver was told that it is out, or its sender lost: gaps are no fault until it is owed something again. */
    void excuse();
}
