package org.rmcast.core.claims;

import org.rmcast.core.engine.ProtocolEngine;

/**
 * When the owner of a stream contradicts what others say of it: with its true position to all, soon after the first false claim,
 * and once per interval however many there are. Not thread safe.
 */
public final class Refutations {
    private final long intervalNanos;
    private boolean refutedBefore;
    private long refutedNanos;
    private boolean due;
    private long falseClaims;

    /** @param intervalNanos the time between two refutations, positive: a liar costs the group one datagram per interval */
    public Refutations(long intervalNanos) {
        if (intervalNanos < 1) {
            throw new IllegalArgumentException("intervalNanos must be positive, was " + intervalNanos);
        }
        this.intervalNanos = intervalNanos;
    }

    /**
     * Somebody speaks of the own stream.
     *
     * @param claimedLimit how far it says that the stream is
     * @param claimedEnd whether it says that the stream ends there
     * @param limit how far the stream is
     * @param ended whether it has ended there
     * @return whether the claim is false
     */
    public boolean onClaim(long claimedLimit, boolean claimedEnd, long limit, boolean ended) {
        boolean wrong = claimedLimit > limit || (claimedEnd && !(ended && claimedLimit == limit));
        if (wrong) {
            falseClaims++;
            due = true;
        }
        return wrong;
    }

    /** Whether to tell all how far the stream is, now; notes that it was done. */
    public boolean takeDue(long nowNanos) {
        if (!due || (refutedBefore && nowNanos - refutedNanos < intervalNanos)) {
            return false;
        }
        due = false;
        refutedBefore = true;
        refutedNanos = nowNanos;
        return true;
    }

    /** When {@link #takeDue} will be true, given the time now, or {@link ProtocolEngine#NO_DEADLINE}. */
    public long nextDeadlineNanos(long nowNanos) {
        if (!due) {
            return ProtocolEngine.NO_DEADLINE;
        }
        return refutedBefore && refutedNanos + intervalNanos - nowNanos > 0 ? refutedNanos + intervalNanos : nowNanos;
    }

    /** How many false claims there were. */
    public long falseClaims() {
        return falseClaims;
    }
}
