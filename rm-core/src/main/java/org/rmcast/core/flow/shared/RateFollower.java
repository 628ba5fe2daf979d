package org.rmcast.core.flow.shared;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;

/**
 * What a sender makes of the reports of receivers that tell it themselves ({@link RateFeedback}), or the group ({@link SuppressedRateFeedback}): its rate follows the last word of
 * one of them, the limiting receiver, up and down. Who wants less takes its place ({@link RateReport#isBelow}); what others say is not kept: they report seldom, or not at all while
 * another one wants no more than they do, so that what they have said is old soon, and would hold the rate where it was then.
 *
 * <p>The limiting receiver is to report each round trip; the others share a hundred reports a second, after pauses that differ at random, so that a large group costs no more than
 * a small one. If the limiting receiver is not heard for ten round trips, or has gone, the next one that reports takes its place.
 *
 * <p>Source: RFC 4654, the current limiting receiver (CLR), and its time-out after ten round trips. Only members that have proved their addresses are to be told of. Not thread
 * safe.
 */
public final class RateFollower {
    /** All together report so often. */
    static final long REPORTS_APART_NANOS = 10_000_000L;

    private static final int LEAST_PAUSE_MICROS = 10_000;
    /** Of the limiting receiver. */
    private static final int MOST_ROUND_TRIP_MICROS = 5_000_000;
    /** Of the others, on average: enough for 10,000 of them. */
    private static final int MOST_PAUSE_MICROS = 100_000_000;

    private final SharedRateController controller;
    private final RandomGenerator random;
    private final RateNews news = new RateNews();
    private @Nullable RateReport limiting;
    private long limitingNanos;
    private boolean changed;

    /**
     * @param min the lowest rate in bytes/s, positive
     * @param max the highest, at least the lowest
     * @param random for the pauses of those that do not limit the rate
     */
    public RateFollower(double min, double max, RandomGenerator random) {
        this.controller = new SharedRateController(min, max);
        this.random = random;
    }

    /** The rate. */
    public SharedRateController controller() {
        return controller;
    }

    /**
     * A receiver reports.
     *
     * @param receivers how many receivers there are, this one included
     * @return after how many microseconds it is to report again
     */
    public int onReport(RateReport report, int receivers, long nowNanos) {
        if (!limits(report, nowNanos)) {
            return pauseMicros(receivers);
        }
        controller.onFeedback(nowNanos);
        limiting = report;
        limitingNanos = nowNanos;
        changed = true;
        return Math.min(MOST_ROUND_TRIP_MICROS, Math.max(LEAST_PAUSE_MICROS, report.roundTripMicros()));
    }

    /** Whether a report is of the limiting receiver, or makes its own that. */
    private boolean limits(RateReport report, long nowNanos) {
        RateReport last = limiting;
        return last == null
                || report.memberId() == last.memberId()
                || report.isBelow(last)
                || last.isOldAfter(nowNanos - limitingNanos);
    }

    /** From half to three halves of what is a hundred reports a second for all. */
    private int pauseMicros(int receivers) {
        long mean = Math.min(MOST_PAUSE_MICROS, (long) LEAST_PAUSE_MICROS * receivers);
        return (int) (mean / 2 + random.nextLong(mean + 1));
    }

    /** A member is there no more, or is waited for no more. */
    public void onGone(long memberId) {
        if (limiting != null && limiting.memberId() == memberId) {
            limiting = null;
            changed = true;
        }
    }

    /** Reports have come: the rate follows. To be called when all that came together was told of. */
    public void settle(long nowNanos, Actions actions) {
        if (!changed) {
            return;
        }
        changed = false;
        controller.follow(limiting, nowNanos);
        news.onRate(limiting, controller.bytesPerSecond(), nowNanos, actions);
    }

    /** The report that the rate follows, null before the first, and where its receiver has gone. */
    public @Nullable RateReport limiting() {
        return limiting;
    }
}
