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
    private static final long LEAST_PAUSE_NANOS = 50_000_000L;
    private static final long MOST_PAUSE_NANOS = 1_000_000_000L;

    private final RateReporter own;
    private final HeadMembers members;
    private long questionNanos;
    private long questionPauseNanos = LEAST_PAUSE_NANOS;

    SharedPace(long memberId, HeadMembers members, long nowNanos) {
        this.questionNanos = nowNanos;
        this.own = new RateReporter(memberId);
        this.members = members;
    }

    /** What this node measures itself. */
    RateReporter own() {
        return own;
    }

    /** Whether the head is to be asked for an answer, so that the round trip to it is measured: often at first, as the first one may be far too long. */
    boolean isQuestionDue(long nowNanos) {
        if (!Deadlines.isDue(questionNanos, nowNanos)) {
            return false;
        }
        questionNanos = nowNanos + questionPauseNanos;
        questionPauseNanos = Math.min(MOST_PAUSE_NANOS, 2 * questionPauseNanos);
        return true;
    }

    /** The way to the sender is another one. */
    void onOtherHead(long nowNanos) {
        own.forgetRoundTrip();
        questionNanos = nowNanos;
        questionPauseNanos = LEAST_PAUSE_NANOS;
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
