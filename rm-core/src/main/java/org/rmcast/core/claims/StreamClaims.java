package org.rmcast.core.claims;

import org.rmcast.core.wire.Wire;

/**
 * How far somebody else's stream reaches, as far as its owner was heard to say: the sequence after the last packet, the lowest that
 * is kept, the messages, the end.
 *
 * <p>Only the owner's word counts. What others say beyond it is hearsay: it is not believed, but makes this member ask the owner
 * ({@link Verdict#ASK_OWNER}), seldom while there is no answer. Within an allowance it may be used to ask for packets
 * ({@link #askableLimit}), since a packet that comes proves itself; never to give anything up, to confirm, to deliver an end,
 * or to pass it on. Where the owner has gone ({@link #ownerGone}) nobody can be asked any more: then the others are
 * believed, as far as the allowance reaches, and beyond it what several say alike ({@link #othersAgree}).
 *
 * <p>The owner itself cannot take back what it said: an end before its own packets, or with fewer messages than it announced,
 * is refused. Which datagrams are the owner's is for {@code core.peers} to say. Not thread safe.
 */
public final class StreamClaims {
    /** What to make of a claim. */
    public enum Verdict {
        /** Nothing new. */
        KNOWN,
        /** New, and true as far as anybody can tell: act on it. */
        NEWS,
        /** New, and nobody's but the owner's to say: ask it. Nothing was believed. */
        ASK_OWNER,
        /** New hearsay, but the owner was asked a moment ago. Nothing was believed. */
        ASKED,
        /** Contradicts what its owner said, or cannot be: nothing was believed. */
        REFUSED,
        /** The owner says that others claimed too much; what it says is believed. */
        REFUTED
    }

    private static final long OPEN = Long.MAX_VALUE;
    private static final int MOST_DOUBLINGS = 6;

    private final long allowance;
    private final long askIntervalNanos;
    /** As the owner said. */
    private long limit;

    private long low;
    private long messages;
    private long endLimit = OPEN;
    /** As others say, within the allowance. */
    private long hearsayLimit;

    private boolean gone;
    private int asked;
    private long askedNanos;
    private long refused;
    private long hearsay;

    /**
     * @param first the sequence of the first packet that matters here, 0 or more
     * @param allowance how many packets beyond the owner's word others are heard about, 0 or more: what can have been lost since
     *     the owner was heard, about a window. More repairs more of the last packets of an owner that crashed; a liar makes
     *     others ask for as many packets that do not exist
     * @param askIntervalNanos how long to wait for the owner's answer before it is asked again, positive; doubles up to 64 times
     *     while it does not answer
     */
    public StreamClaims(long first, long allowance, long askIntervalNanos) {
        if (first < 0 || first > Wire.MAX_SEQUENCE) {
            throw new IllegalArgumentException("first must be 0 to " + Wire.MAX_SEQUENCE + ", was " + first);
        }
        if (allowance < 0 || allowance > Wire.MAX_SEQUENCE) {
            throw new IllegalArgumentException("allowance must be 0 to " + Wire.MAX_SEQUENCE + ", was " + allowance);
        }
        if (askIntervalNanos < 1) {
            throw new IllegalArgumentException("askIntervalNanos must be positive, was " + askIntervalNanos);
        }
        this.limit = first;
        this.hearsayLimit = first;
        this.allowance = allowance;
        this.askIntervalNanos = askIntervalNanos;
    }

    // What the owner says.

    /**
     * A data packet, a digest or a beacon of the owner, which may have been overtaken by later ones.
     *
     * @param saidLimit all packets below were sent
     * @param saidLow the lowest packet that the owner keeps
     * @param saidMessages all messages below were begun; 0 if it does not say
     */
    public Verdict ownerSays(long saidLimit, long saidLow, long saidMessages) {
        if (isImpossible(saidLimit) || saidLow > saidLimit || isImpossible(saidMessages) || saidLimit > endLimit) {
            return refuse();
        }
        boolean news = saidLimit > limit || saidLow > low || saidMessages > messages;
        limit = Math.max(limit, saidLimit);
        low = Math.max(low, saidLow);
        messages = Math.max(messages, saidMessages);
        hearsayLimit = Math.max(hearsayLimit, limit);
        return news ? Verdict.NEWS : Verdict.KNOWN;
    }

    /**
     * The owner answers a question: there is no more than it says.
     *
     * @return {@link Verdict#REFUTED} if others claimed more; what was asked for beyond this limit does not exist
     */
    public Verdict ownerAnswers(long saidLimit, long saidLow, long saidMessages) {
        Verdict verdict = ownerSays(saidLimit, saidLow, saidMessages);
        if (verdict == Verdict.REFUSED) {
            return verdict;
        }
        asked = 0;
        gone = false;
        boolean claimedMore = hearsayLimit > limit;
        hearsayLimit = limit;
        return claimedMore ? Verdict.REFUTED : verdict;
    }

    /**
     * The owner says that its stream ends here.
     *
     * @param saidLimit the sequence after the last packet
     * @param saidMessages how many messages there are
     */
    public Verdict ownerEnds(long saidLimit, long saidMessages) {
        if (saidLimit < limit || saidMessages < messages || (hasEnded() && saidLimit != endLimit)) {
            return refuse();
        }
        boolean before = hasEnded();
        Verdict verdict = ownerAnswers(saidLimit, low, saidMessages);
        if (verdict != Verdict.REFUSED && !before) {
            endLimit = saidLimit;
            return Verdict.NEWS;
        }
        return verdict;
    }

    /** The owner is not there to be asked: what others say counts, within the allowance. */
    public void ownerGone() {
        gone = true;
    }

    // What others say.

    /**
     * Somebody else says how far the stream is.
     *
     * @param claimedLimit all packets below were sent, it says
     */
    public Verdict othersSay(long claimedLimit, long nowNanos) {
        if (isImpossible(claimedLimit) || claimedLimit > endLimit) {
            return refuse();
        }
        if (claimedLimit <= limit) {
            return Verdict.KNOWN;
        }
        return hear(claimedLimit, nowNanos);
    }

    /** Somebody else says that the stream ends. */
    public Verdict othersSayEnd(long claimedLimit, long claimedMessages, long nowNanos) {
        if (isImpossible(claimedLimit)
                || claimedLimit < limit
                || claimedMessages < messages
                || (hasEnded() && claimedLimit != endLimit)) {
            return refuse();
        }
        if (hasEnded()) {
            return Verdict.KNOWN;
        }
        Verdict verdict = hear(claimedLimit, nowNanos);
        if (gone && claimedLimit == hearsayLimit) {
            endLimit = claimedLimit;
            messages = claimedMessages;
            return Verdict.NEWS;
        }
        return verdict;
    }

    /**
     * Several others say the same, of an owner that has gone: that is believed, however far it is. Who says the same, and how many
     * of them are enough, is for the caller to say: a liar that is one of them could tell of losses of what never was.
     *
     * @param claimedEnd whether they say that the stream ends there
     */
    public Verdict othersAgree(long claimedLimit, boolean claimedEnd, long claimedMessages) {
        if (!gone || isImpossible(claimedLimit) || isImpossible(claimedMessages) || claimedLimit > endLimit) {
            return refuse();
        }
        boolean ends = claimedEnd && !hasEnded() && claimedLimit >= hearsayLimit && claimedMessages >= messages;
        boolean news = ends || claimedLimit > hearsayLimit;
        hearsayLimit = Math.max(hearsayLimit, claimedLimit);
        if (ends) {
            endLimit = claimedLimit;
            messages = claimedMessages;
        }
        return news ? Verdict.NEWS : Verdict.KNOWN;
    }

    private Verdict hear(long claimedLimit, long nowNanos) {
        hearsay++;
        long before = hearsayLimit;
        hearsayLimit = Math.max(before, Math.min(claimedLimit, limit + allowance));
        if (gone) {
            return hearsayLimit > before ? Verdict.NEWS : Verdict.KNOWN;
        }
        if (asked > 0 && nowNanos - askedNanos < askIntervalNanos << Math.min(asked - 1, MOST_DOUBLINGS)) {
            return Verdict.ASKED;
        }
        asked++;
        askedNanos = nowNanos;
        return Verdict.ASK_OWNER;
    }

    /** Whether somebody else's low water mark may be acted on: not beyond what its owner has said that it keeps. */
    public boolean isLowKnown(long claimedLow) {
        return claimedLow <= low;
    }

    // What is known.

    /**
     * The sequence after the last packet that was sent, as far as it is believed: for confirming, giving up and telling others.
     * Falls only where others were believed in the owner's absence, and it came back.
     */
    public long limit() {
        return gone ? hearsayLimit : limit;
    }

    /** The sequence after the last packet that may exist: for asking for repairs only. */
    public long askableLimit() {
        return hearsayLimit;
    }

    /** The lowest sequence that the owner keeps, as it said. */
    public long low() {
        return low;
    }

    /** All messages below this number were begun, as far as is known. */
    public long messages() {
        return messages;
    }

    /** Whether the stream has ended. */
    public boolean hasEnded() {
        return endLimit != OPEN;
    }

    /** The sequence after the last packet of a stream that has ended, else {@link Long#MAX_VALUE}. */
    public long endLimit() {
        return endLimit;
    }

    /** How many claims were refused. */
    public long refused() {
        return refused;
    }

    /** How often others said more than the owner had. */
    public long hearsay() {
        return hearsay;
    }

    private Verdict refuse() {
        refused++;
        return Verdict.REFUSED;
    }

    /** So high a number leaves no room for those that are computed from it. */
    private static boolean isImpossible(long number) {
        return number < 0 || number >= Wire.MAX_SEQUENCE;
    }
}
