package org.rmcast.core.flow;

/**
 * Numbers the requests to one peer, which echoes in each answer the number of the request that it answers, and measures the
 * round trip: with several requests on their way, answers out of order, and requests made again under a new number.
 *
 * <p>The echo says which request is answered, so that Karn's rule is not needed: also what was asked for twice gives a sample, as
 * with TCP's timestamps (RFC 7323, section 4). The gains of RFC 6298 are meant for about one sample per round trip (RFC 7323,
 * appendix G): of requests that were on their way at the same time one is taken. What did not come in time backs the time-out
 * off once per flight of requests, not once per packet, and not where other answers have come meanwhile: then the round trip is as
 * measured, and what did not come is lost.
 *
 * <p>A number is 32 bits, wraps, and is never 0, so that 0 can stand for "no request" on the wire. Bounded: of older requests than
 * it remembers an answer is worth nothing. Not thread safe.
 */
public final class EchoedRequests {
    /** What an echo tells. */
    public enum Echo {
        /** The first answer to a request: the round trip was measured, as far as a sample was wanted. */
        FIRST,
        /** One more answer to a request that was answered before. */
        AGAIN,
        /** The number of no request that is remembered, or 0: nothing was learned. */
        UNKNOWN
    }

    private final RoundTripEstimate estimate;
    private final long[] sentNanos;
    private final boolean[] answered;
    private int nextNumber;
    private int remembered;
    private boolean everSampled;
    private long sampledNanos;
    private boolean everBackedOff;
    private long backedOffNanos;
    private boolean everAnswered;
    private long answeredNanos;

    /**
     * @param estimate takes the samples
     * @param capacity how many requests are remembered, a power of two from 2 to 65,536
     * @param firstNumber the number of the first request; random, so that nobody who does not see the requests can make up
     *     answers
     */
    public EchoedRequests(RoundTripEstimate estimate, int capacity, int firstNumber) {
        if (capacity < 2 || capacity > 1 << 16 || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity must be a power of two from 2 to 65536, was " + capacity);
        }
        this.estimate = estimate;
        this.sentNanos = new long[capacity];
        this.answered = new boolean[capacity];
        this.nextNumber = firstNumber;
    }

    /** The round trip as it is known now. */
    public RoundTripEstimate estimate() {
        return estimate;
    }

    /** A request leaves; returns its number, which is never 0. */
    public int ask(long nowNanos) {
        if (nextNumber == 0) {
            advance();
        }
        int number = nextNumber;
        sentNanos[slot(number)] = nowNanos;
        answered[slot(number)] = false;
        advance();
        return number;
    }

    /** An answer came that echoes this number. */
    public Echo onEcho(int number, long nowNanos) {
        if (!isRemembered(number)) {
            return Echo.UNKNOWN;
        }
        noteAnswer(nowNanos);
        int slot = slot(number);
        if (answered[slot]) {
            return Echo.AGAIN;
        }
        answered[slot] = true;
        long sent = sentNanos[slot];
        if (!everSampled || estimate.isBackedOff() || sent - sampledNanos >= 0) {
            everSampled = true;
            sampledNanos = nowNanos;
            estimate.sample(nowNanos - sent);
        }
        return Echo.FIRST;
    }

    /**
     * An answer came in time, though nobody knows to which request: time-outs are no longer backed off. For protocols that also
     * answer several at once.
     */
    public void onAnswer(long nowNanos) {
        noteAnswer(nowNanos);
        estimate.settle();
    }

    private void noteAnswer(long nowNanos) {
        everAnswered = true;
        answeredNanos = nowNanos;
    }

    /**
     * The answer to a request is overdue. Backs the time-out off, unless that was done since the request left, for what was asked
     * for in the same flight is late for the same reason, or an answer has come since then, whichever it was.
     *
     * @return whether the time-out grew
     */
    public boolean onTimeout(int number, long nowNanos) {
        if (!isRemembered(number)) {
            return false;
        }
        long sent = sentNanos[slot(number)];
        if ((everBackedOff && sent - backedOffNanos < 0) || (everAnswered && sent - answeredNanos < 0)) {
            return false;
        }
        everBackedOff = true;
        backedOffNanos = nowNanos;
        estimate.backOff();
        return true;
    }

    /** Whether a number is that of a request made here and not forgotten. */
    public boolean isRemembered(int number) {
        int age = nextNumber - number;
        return number != 0 && age >= 1 && age <= remembered;
    }

    /**
     * When a request left: requests made well before one that has been answered are lost, or their answers are (the idea of
     * RACK, RFC 8985, with requests in place of segments).
     *
     * @throws IllegalArgumentException if the number {@link #isRemembered is not remembered}
     */
    public long sentNanos(int number) {
        if (!isRemembered(number)) {
            throw new IllegalArgumentException("no request of number " + number + " is remembered");
        }
        return sentNanos[slot(number)];
    }

    private void advance() {
        nextNumber++;
        remembered = Math.min(remembered + 1, sentNanos.length);
    }

    private int slot(int number) {
        return number & (sentNanos.length - 1);
    }
}
