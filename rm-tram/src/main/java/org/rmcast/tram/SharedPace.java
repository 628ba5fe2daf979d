package org.rmcast.tram;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.flow.shared.RateReporter;

/**
 * What a receiver or a repair node says of how fast the stream may be: what itself wants, as a receiver that others may wait for,
 * and its members, whichever is least.
 */
final class SharedPace {
    private final RateReporter own;
    private final HeadMembers members;

    SharedPace(long memberId, HeadMembers members) {
        this.own = new RateReporter(memberId);
        this.members = members;
    }

    /** What this node measures itself. */
    RateReporter own() {
        return own;
    }

    /** Whether it is time to tell the head. */
    boolean isDue(long nowNanos) {
        return Deadlines.isDue(own.dueNanos(), nowNanos);
    }

    long nextDeadlineNanos() {
        return own.dueNanos();
    }

    /** What to tell the head; null if there is nothing yet. */
    @Nullable
    RateReport report(long nowNanos) {
        RateReport mine = own.report(nowNanos);
        RateReport theirs = members.slowestRate(mine);
        if (mine == null || theirs == null) {
            return mine == null ? theirs : mine;
        }
        return RateReport.lower(mine, theirs);
    }
}
