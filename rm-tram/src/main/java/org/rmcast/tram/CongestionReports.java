package org.rmcast.tram;

import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ReportLimit;

/** Tells the sender's application of congestion that members report, at most once a second. */
final class CongestionReports {
    private final ReportLimit limit = new ReportLimit(1_000_000_000L);
    private boolean toReport;

    /** A member for which the group waits is congested. */
    void onCongestion(long nowNanos) {
        toReport |= limit.take(nowNanos);
    }

    /** To be called at the end of a batch, when the rate has been adapted. */
    void report(double bytesPerSecond, Actions actions) {
        if (toReport) {
            toReport = false;
            actions.report(new SessionEvent.Congestion(
                    EventCause.RECEIVERS_BEHIND,
                    "a member reports congestion; the rate is now " + (long) bytesPerSecond + " bytes/s"));
        }
    }
}
