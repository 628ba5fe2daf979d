package org.rmcast.tram;

import org.rmcast.core.engine.Actions;
import org.rmcast.core.event.SessionEvent;

/** Tells the sender's application of congestion that members report, at most once a second. */
final class CongestionReports {
    private static final long INTERVAL_NANOS = 1_000_000_000L;

    private boolean reported;
    private long reportedNanos;
    private boolean toReport;

    /** A member for which the group waits is congested. */
    void onCongestion(long nowNanos) {
        if (!reported || nowNanos - reportedNanos >= INTERVAL_NANOS) {
            reported = true;
            reportedNanos = nowNanos;
            toReport = true;
        }
    }

    /** To be called at the end of a batch, when the rate has been adapted. */
    void report(double bytesPerSecond, Actions actions) {
        if (toReport) {
            toReport = false;
            actions.report(new SessionEvent.Congestion(
                    "a member reports congestion; the rate is now " + (long) bytesPerSecond + " bytes/s"));
        }
    }
}
