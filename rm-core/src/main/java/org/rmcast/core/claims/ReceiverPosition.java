package org.rmcast.core.claims;

/**
 * How far a receiver is with a stream, as it says, held against what it can have: between where it began and what was sent. A
 * position never goes back. Not thread safe.
 */
public final class ReceiverPosition {
    /** What to make of a claim. */
    public enum Verdict {
        /** It has got further. */
        ADVANCED,
        /** It is where it was, or the claim is older than another one. */
        UNCHANGED,
        /** It claims what was never sent: nothing was believed. */
        IMPOSSIBLE
    }

    private long next;
    private long impossible;

    /** @param first the first sequence that the receiver gets */
    public ReceiverPosition(long first) {
        this.next = first;
    }

    /** The first sequence that it may miss. */
    public long next() {
        return next;
    }

    /** The receiver says where it is, to the owner of the stream. */
    public Verdict says(long claimedNext, long sentLimit) {
        return says(claimedNext, sentLimit, 0);
    }

    /**
     * The receiver says where it is, to somebody who may himself have heard less of the stream than it.
     *
     * @param claimedNext everything below has come, it says
     * @param sentLimit everything below was sent, as far as is known here: a position beyond is taken for this
     * @param slack how many packets beyond that limit the receiver can have heard of, 0 or more; what it claims beyond those
     *     is impossible
     */
    public Verdict says(long claimedNext, long sentLimit, long slack) {
        if (claimedNext < 0 || claimedNext - sentLimit > slack) {
            impossible++;
            return Verdict.IMPOSSIBLE;
        }
        long bounded = Math.min(claimedNext, sentLimit);
        if (bounded <= next) {
            return Verdict.UNCHANGED;
        }
        next = bounded;
        return Verdict.ADVANCED;
    }

    /**
     * The highest sequence that the receiver lets be sent, as it says, held against its own position: at most a window ahead of it,
     * and not below it.
     *
     * @param maxWindow the widest window that there is, 0 or more
     */
    public long allowed(long claimedAllowed, long maxWindow) {
        return Math.max(next - 1, Math.min(claimedAllowed, next - 1 + maxWindow));
    }

    /** How many claims were impossible. */
    public long impossible() {
        return impossible;
    }

    /** Whether an answer with this number can be to one of the questions asked up to a number; both wrap. */
    public static boolean isAnswerTo(int number, int lastAsked) {
        return lastAsked - number >= 0;
    }
}
