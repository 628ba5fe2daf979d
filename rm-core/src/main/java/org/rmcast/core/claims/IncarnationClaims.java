package org.rmcast.core.claims;

/**
 * What others say of a member's incarnation, the number that it raises to contradict a claim that it has failed. It can contradict
 * only what it can exceed: a claim that leaps ahead would keep it out for good, and is nobody's but the member's to make.
 *
 * @param maxStep how far ahead of what is known a claim may be, 1 or more: how often a member may have contradicted unheard
 * @param highest the highest incarnation on the wire, more than the step
 */
public record IncarnationClaims(int maxStep, int highest) {
    /** What to make of a claim. */
    public enum Verdict {
        /** Older than what is known. */
        OUTDATED,
        /** As known. */
        CURRENT,
        /** Newer, and plausible. */
        NEWER,
        /** Too far ahead, or so high that it could not be contradicted: nothing was believed, the member should be asked. */
        ASK_MEMBER
    }

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public IncarnationClaims {
        if (maxStep < 1 || highest <= maxStep) {
            throw new IllegalArgumentException(
                    "maxStep must be 1 or more and highest more than that, were " + maxStep + " and " + highest);
        }
    }

    /**
     * Judges what somebody says about a third.
     *
     * @param known what the member was last heard to say itself, or was believed; 0 if nothing was
     * @param claimed what is said, 0 or more
     */
    public Verdict judge(int known, int claimed) {
        if (claimed < known) {
            return Verdict.OUTDATED;
        }
        if (claimed - known > maxStep || claimed >= highest) {
            return Verdict.ASK_MEMBER;
        }
        return claimed == known ? Verdict.CURRENT : Verdict.NEWER;
    }

    /**
     * The incarnation with which a member contradicts a claim about itself: one more than claimed, or its own, said again, if nobody
     * should have believed the claim.
     */
    public int contradict(int own, int claimed) {
        return switch (judge(own, claimed)) {
            case CURRENT, NEWER -> claimed + 1;
            case OUTDATED, ASK_MEMBER -> own;
        };
    }
}
