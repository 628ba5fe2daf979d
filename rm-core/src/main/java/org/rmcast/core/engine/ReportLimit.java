package org.rmcast.core.engine;

/**
 * Lets an event that would come with each packet through once per interval, the first at once, whatever the clock shows. Not
 * thread safe.
 */
public final class ReportLimit {
    private final long intervalNanos;
    private boolean reportedBefore;
    private long reportedNanos;

    /** @param intervalNanos the least time between two reports, positive */
    public ReportLimit(long intervalNanos) {
        if (intervalNanos < 1) {
            throw new IllegalArgumentException("intervalNanos must be positive, was " + intervalNanos);
        }
        this.intervalNanos = intervalNanos;
    }

    /** Whether to report now; notes that it was done. */
    public boolean take(long nowNanos) {
        if (reportedBefore && nowNanos - reportedNanos < intervalNanos) {
            return false;
        }
        reportedBefore = true;
        reportedNanos = nowNanos;
        return true;
    }
}
