package org.rmcast.core.flow.shared;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ReportLimit;

/** Tells the sender's application who bounds its rate, and why: when that changes, and once in ten seconds at most. Not thread safe. */
public final class RateNews {
    private final ReportLimit limit = new ReportLimit(10_000_000_000L);
    private long memberId;
    private boolean losses;

    /**
     * The rate may have changed.
     *
     * @param slowest whose word it follows, null if nobody's
     */
    public void onRate(@Nullable RateReport slowest, double bytesPerSecond, long nowNanos, Actions actions) {
        if (slowest == null || slowest.limit() == RateLimit.START) {
            return;
        }
        boolean lost = slowest.limit() == RateLimit.LOSS;
        if ((slowest.memberId() == memberId && lost == losses) || !limit.take(nowNanos)) {
            return;
        }
        memberId = slowest.memberId();
        losses = lost;
        actions.report(new SessionEvent.Congestion(EventCause.RECEIVERS_BEHIND, text(slowest, bytesPerSecond)));
    }

    private static String text(RateReport slowest, double bytesPerSecond) {
        String why = switch (slowest.limit()) {
            case START -> "has just begun";
            case DELAY -> "has " + slowest.queueMicros() / 1_000 + " ms of queue before it";
            case COMPETITION -> "has " + slowest.queueMicros() / 1_000 + " ms of others' queue before it";
            case LOSS -> "loses packets, " + Math.round(1e6 * slowest.lossEventRate()) + " times in a million";
        };
        return "the rate is now " + (long) bytesPerSecond + " bytes/s: member " + Long.toHexString(slowest.memberId())
                + " " + why + ", " + slowest.roundTripMicros() / 1_000 + " ms away";
    }
}
