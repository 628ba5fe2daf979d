package org.rmcast.core.flow.shared;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;

/**
 * What a sender makes of the reports of receivers that tell it themselves ({@link RateFeedback}): its rate is that of the one that wants least. That one is to report each
 * round trip; the others share a hundred reports a second, so that a large group costs no more than a small one. Where receivers hear one another, and say nothing while they
 * want no less than was said ({@link SuppressedRateFeedback}), the last word of the lowest counts alone: what others said before is old.
 *
 * <p>Only members that have proved their addresses are to be told of; one that is gone is forgotten. Not thread safe.
 */
public final class RateFollower {
    private static final long LEAST_PAUSE_MICROS = 10_000L;
    private static final long MOST_PAUSE_MICROS = 5_000_000L;
    private static final long OLD_NANOS = 200_000_000L;
    private static final long OLD_ROUND_TRIPS = 5;

    private final SharedRateController controller;
    private final RateNews news = new RateNews();
    private final Map<Long, RateReport> reports = new LinkedHashMap<>();
    private final boolean suppressed;
    private @Nullable RateReport least;
    private long leastNanos;
    private boolean changed;

    /**
     * @param min the lowest rate in bytes/s, positive
     * @param max the highest, at least the lowest
     * @param suppressed whether receivers hear one another's reports
     */
    public RateFollower(double min, double max, boolean suppressed) {
        this.controller = new SharedRateController(min, max);
        this.suppressed = suppressed;
    }

    /** The rate. */
    public SharedRateController controller() {
        return controller;
    }

    /**
     * A receiver reports.
     *
     * @return after how many microseconds it is to report again
     */
    public int onReport(RateReport report, long nowNanos) {
        if (!suppressed || counts(report, nowNanos)) {
            controller.onFeedback(nowNanos);
            reports.put(report.memberId(), report);
            changed = true;
        }
        if (least == null
                || report.memberId() == least.memberId()
                || report.bytesPerSecond() < least.bytesPerSecond()) {
            return (int) Math.min(MOST_PAUSE_MICROS, Math.max(LEAST_PAUSE_MICROS, report.roundTripMicros()));
        }
        return (int) Math.min(MOST_PAUSE_MICROS, LEAST_PAUSE_MICROS * reports.size());
    }

    /** Whether a report takes the place of the last one that counted, and of all others. */
    private boolean counts(RateReport report, long nowNanos) {
        RateReport last = least;
        long oldNanos = last == null ? 0 : Math.max(OLD_NANOS, OLD_ROUND_TRIPS * 1_000L * last.roundTripMicros());
        boolean takes = last == null
                || report.memberId() == last.memberId()
                || report.bytesPerSecond() <= last.bytesPerSecond()
                || nowNanos - leastNanos >= oldNanos;
        if (takes) {
            reports.clear();
            least = report;
            leastNanos = nowNanos;
        }
        return takes;
    }

    /** A member is there no more, or is waited for no more. */
    public void onGone(long memberId) {
        changed |= reports.remove(memberId) != null;
    }

    /** Reports have come: the rate follows. To be called when all that came together was told of. */
    public void settle(long nowNanos, Actions actions) {
        if (!changed) {
            return;
        }
        changed = false;
        least = null;
        for (RateReport report : reports.values()) {
            least = least == null ? report : RateReport.lower(least, report);
        }
        controller.follow(least, nowNanos);
        news.onRate(least, controller.bytesPerSecond(), nowNanos, actions);
    }

    /** The report that the rate follows, null before the first. */
    public @Nullable RateReport least() {
        return least;
    }
}
