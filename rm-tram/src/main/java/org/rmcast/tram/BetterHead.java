package org.rmcast.tram;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Deadlines;

/**
 * When a member moves to a better head than its own: when it has heard of one that is nearer, or a repair node as near as its own head,
 * which is none, for a second, and ten seconds after its last move at the earliest; then it waits up to four seconds more, by chance, so that not
 * all go at once. The new head takes it before it leaves the old one.
 *
 * <p>Since only distance and role decide, which do not change with a move, the old head is never better than the new one.
 *
 * <p>Source: JRMS 1.1, GroupMgmtThread.processHaPacket: a member moves to the head of an advertisement with a smaller TTL. Times and repair
 * nodes are ours.
 */
final class BetterHead {
    private static final long LEAST_WAIT_NANOS = 1_000_000_000L;
    private static final long SPREAD_NANOS = 4_000_000_000L;
    private static final long REST_NANOS = 10_000_000_000L;

    private final TramContext context;
    private final HeadCandidates candidates;
    private boolean known;
    private long dueNanos;

    BetterHead(TramContext context, HeadCandidates candidates) {
        this.context = context;
        this.candidates = candidates;
    }

    /** The node has another head. */
    void onAttached(long nowNanos) {
        known = false;
        dueNanos = nowNanos + REST_NANOS;
    }

    /** The better head has not taken it: it may ask again as if it had just heard of it. */
    void onAskedInVain(long nowNanos) {
        known = false;
        dueNanos = nowNanos;
    }

    /** To be called from time to time: the head to move to now, or null. */
    @Nullable
    HeadCandidate look(HeadCandidate own, long nowNanos) {
        HeadCandidate better = context.config.moveToBetterHead ? candidates.betterThan(own, nowNanos) : null;
        if (better == null) {
            known = false;
            return null;
        }
        if (!known) {
            known = true;
            long soonest = nowNanos + LEAST_WAIT_NANOS;
            dueNanos = (Deadlines.compare(dueNanos, soonest) > 0 ? dueNanos : soonest)
                    + (long) (SPREAD_NANOS * context.engine.random().nextDouble());
        }
        return nowNanos - dueNanos >= 0 ? better : null;
    }
}
