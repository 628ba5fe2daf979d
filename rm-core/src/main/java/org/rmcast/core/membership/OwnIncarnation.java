package org.rmcast.core.membership;

import org.rmcast.core.membership.MemberUpdate.Kind;

/**
 * How often this member had to contradict: it rises above what others hold against it. By small steps only, and not too often, so
 * that nobody can drive it to the top: members that this one answers keep it whatever is told of it. Not thread safe.
 */
final class OwnIncarnation {
    private final LocalHealth health;
    private final int mostStep;
    private final long leastNanos;
    private int value;
    private boolean raised;
    private long raisedNanos;

    /** @param mostStep how far above it what members say may be */
    OwnIncarnation(MembershipConfig config, LocalHealth health, int mostStep) {
        this.health = health;
        this.mostStep = mostStep;
        this.leastNanos = config.probePeriodNanos / 8;
    }

    int value() {
        return value;
    }

    /**
     * Takes in what is said of this member, and says whether it contradicts.
     *
     * @param trusted whether a member says so; of others only what is held against this very incarnation counts, by which
     *     members that hold this one for failed make themselves heard
     */
    boolean isRaised(MemberUpdate update, boolean trusted, long nowNanos) {
        int rise = update.incarnation() - value;
        boolean accused = update.kind() != Kind.ALIVE;
        boolean wrong = accused ? rise >= 0 : rise > 0;
        if (!wrong || rise > (trusted ? mostStep : 0) || (raised && nowNanos - raisedNanos < leastNanos)) {
            return false;
        }
        value = Math.min(update.incarnation() + 1, MemberUpdate.MAX_INCARNATION);
        raised = true;
        raisedNanos = nowNanos;
        if (accused) {
            health.onAccused();
        }
        return true;
    }
}
