package org.rmcast.pbcast;

import org.rmcast.core.claims.StreamClaims;
import org.rmcast.core.claims.StreamClaims.Verdict;

/**
 * How far a stream is. Its sender's own word counts, and each packet that came: nobody passes on what was not sent. What others say
 * beyond, within a window, may be asked for, and makes this member ask the sender after a moment; nothing is given up for it, and
 * nobody told. Only where the sender does not answer, or has gone, the others are believed as far; beyond the window what
 * two of them say alike. Not thread safe.
 */
final class StreamReach {
    /** Questions without an answer after which the sender counts as gone. */
    private static final int MOST_UNANSWERED = 8;

    private static final int MOST_DOUBLINGS = 6;
    /** Rounds for which the sender may say less than is known here before it is right: old words may still be on their way. */
    private static final int PATIENCE_ROUNDS = 50;

    private final long allowance;
    private final long roundNanos;
    private final long patienceNanos;
    private final StreamClaims claims;
    private boolean endClaimed;
    private boolean gone;
    private int unanswered;
    private boolean asking;
    private long askNanos;
    private int contradictedRounds;
    private boolean contradicted;
    private long contradictedLimit;

    /** @param start the first sequence that is wanted */
    StreamReach(PbcastConfig config, long start) {
        this.allowance = Math.min(config.windowMax, config.bufferPackets / 2);
        this.roundNanos = config.roundNanos;
        this.patienceNanos = config.roundNanos * (config.lossRounds / 2);
        this.claims = new StreamClaims(start, allowance, 1);
    }

    /** The sequence after the highest that exists, as far as is believed. */
    long limit() {
        return claims.limit();
    }

    /** The sequence after the highest that may be asked for. */
    long askable() {
        return claims.askableLimit();
    }

    /** Whether the sender has gone, or does not answer. */
    boolean isGone() {
        return gone;
    }

    boolean hasEnded() {
        return claims.hasEnded();
    }

    long endLimit() {
        return claims.endLimit();
    }

    /** How many messages a stream that has ended has. */
    long endMessages() {
        return claims.messages();
    }

    /** Whether everything that was said of the stream is believed here. */
    boolean isSettled() {
        return claims.askableLimit() <= claims.limit() && !endClaimed;
    }

    /** Whether rounds have nothing to count. */
    boolean isStill() {
        return isSettled() && !contradicted && !gone;
    }

    // What comes from the sender.

    /** A packet came, from the sender or from a member; returns whether it can be one of the stream. */
    boolean onPacket(long sequence, boolean own) {
        if (own) {
            onSign();
        } else if (sequence >= claims.limit() + allowance) {
            return false;
        }
        return sequence < claims.limit() || claims.ownerSays(sequence + 1, 0, 0) != Verdict.REFUSED;
    }

    /**
     * The sender says how far its stream is; returns whether that can be true.
     *
     * @param here everything below has come here, or was given up
     */
    boolean onOwnWord(long saidLimit, boolean ended, long messages, long here) {
        onSign();
        unanswered = 0;
        asking = false;
        if (ended) {
            boolean taken = claims.ownerEnds(saidLimit, messages) != Verdict.REFUSED;
            endClaimed &= !taken;
            return taken;
        }
        if (saidLimit < here) {
            contradictedLimit = contradicted ? Math.min(contradictedLimit, saidLimit) : saidLimit;
            contradicted = true;
        } else {
            contradicted = false;
            contradictedRounds = 0;
        }
        endClaimed = false;
        return claims.ownerAnswers(saidLimit, 0, 0) != Verdict.REFUSED;
    }

    private void onSign() {
        if (gone) {
            gone = false;
            claims.ownerAnswers(0, 0, 0);
        }
    }

    // What others say.

    /** Somebody else says how far the stream is; returns whether there is more to ask for now. */
    boolean onHearsay(long saidLimit, boolean ended, long messages, long nowNanos) {
        long before = claims.askableLimit();
        Verdict verdict =
                ended ? claims.othersSayEnd(saidLimit, messages, nowNanos) : claims.othersSay(saidLimit, nowNanos);
        boolean doubtful = verdict == Verdict.ASK_OWNER || verdict == Verdict.ASKED;
        endClaimed |= ended && doubtful;
        return claims.askableLimit() > before || verdict == Verdict.NEWS;
    }

    /** Several others say the same of a sender that has gone; returns whether that is news. */
    boolean onAgreed(long saidLimit, boolean ended, long messages) {
        return claims.othersAgree(saidLimit, ended, messages) == Verdict.NEWS;
    }

    /** The sender has gone: the others are believed. */
    void onGone() {
        gone = true;
        endClaimed = false;
        claims.ownerGone();
    }

    // Rounds.

    /**
     * A round of gossip ends. Whether the sender is to be asked now how far it is.
     *
     * @param needed whether there is something else that only the sender can say
     */
    boolean takeQuestion(boolean needed, long nowNanos) {
        contradictedRounds = contradicted ? contradictedRounds + 1 : 0;
        if (gone || (isSettled() && !needed)) {
            asking = false;
            return false;
        }
        if (!asking) {
            asking = true;
            // Most of what others tell of is on its way, or repaired soon.
            askNanos = nowNanos + patienceNanos;
            return false;
        }
        if (askNanos - nowNanos > 0) {
            return false;
        }
        if (unanswered >= MOST_UNANSWERED) {
            onGone();
            return false;
        }
        askNanos = nowNanos + (roundNanos << Math.min(unanswered, MOST_DOUBLINGS));
        unanswered++;
        return true;
    }

    /** What the sender says is less than has come here, and it stays with that: whatever was heard beyond was not its. */
    boolean isWrong() {
        return contradictedRounds > PATIENCE_ROUNDS;
    }

    /** How far the sender says that its stream is, if this {@link #isWrong}. */
    long rightLimit() {
        return contradictedLimit;
    }
}
