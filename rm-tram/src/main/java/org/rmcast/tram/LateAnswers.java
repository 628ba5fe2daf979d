package org.rmcast.tram;

import java.util.ArrayDeque;

/**
 * Answers to binds that come when nobody waits for them any more: behind a queue of seconds each one does, and a node that waits for less
 * never has a head. It learns from them how long to wait for the next one.
 *
 * <p>Source: ours, after RFC 6298, section 5, which keeps a time-out that was too short backed off.
 */
final class LateAnswers {
    private static final int MOST_BINDS = 32;
    /** A head that lies about it, or is farther away, keeps nobody from asking others for longer. */
    private static final long LONGEST_NANOS = 6_000_000_000L;

    /** A bind that was given up. */
    private record Bind(long nonce, int count, long firstNanos) {}

    private final ArrayDeque<Bind> givenUp = new ArrayDeque<>();
    private long patienceNanos;

    /**
     * A head is no longer waited for.
     *
     * @param nonce of the first bind to it; that of the next was one more, and so on
     * @param firstNanos when the first left
     */
    void onGivenUp(long nonce, int count, long firstNanos) {
        givenUp.add(new Bind(nonce, count, firstNanos));
        if (givenUp.size() > MOST_BINDS) {
            givenUp.remove();
        }
    }

    /** Whether an answer is one to a bind that was given up; then the next head is waited for half as long again as it took. */
    boolean onAnswer(long nonce, long nowNanos) {
        for (Bind bind : givenUp) {
            if (nonce - bind.nonce >= 0 && nonce - bind.nonce < bind.count) {
                long took = nowNanos - bind.firstNanos;
                patienceNanos = Math.min(LONGEST_NANOS, Math.max(patienceNanos, took + took / 2));
                return true;
            }
        }
        return false;
    }

    /** For how long a head is waited for at least. */
    long patienceNanos() {
        return patienceNanos;
    }

    /** There is a head. */
    void onAttached() {
        patienceNanos -= patienceNanos / 2;
        givenUp.clear();
    }
}
