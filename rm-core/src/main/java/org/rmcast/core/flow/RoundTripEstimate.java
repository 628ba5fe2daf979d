package org.rmcast.core.flow;

/**
 * Smoothed round-trip time to one peer and a time-out from it.
 *
 * <p>Source: RFC 6298, section 2: {@code SRTT = 7/8 SRTT + 1/8 R}, {@code RTTVAR = 3/4 RTTVAR + 1/4 |SRTT - R|}, time-out
 * {@code SRTT + 4 RTTVAR}. Samples of things asked for twice must not be given (Karn's rule). Not thread safe.
 */
public final class RoundTripEstimate {
    private final long minTimeoutNanos;
    private final long maxTimeoutNanos;
    private long smoothedNanos;
    private long varianceNanos;

    /** A first estimate, used until there is a sample, and the bounds of the time-out; all in nanoseconds. */
    public RoundTripEstimate(long firstNanos, long minTimeoutNanos, long maxTimeoutNanos) {
        this.minTimeoutNanos = minTimeoutNanos;
        this.maxTimeoutNanos = maxTimeoutNanos;
        this.smoothedNanos = -firstNanos;
        this.varianceNanos = firstNanos / 2;
    }

    /** Takes a sample in nanoseconds, 0 or more. */
    public void sample(long roundTripNanos) {
        if (smoothedNanos <= 0) {
            smoothedNanos = Math.max(1, roundTripNanos);
            varianceNanos = roundTripNanos / 2;
        } else {
            varianceNanos += (Math.abs(smoothedNanos - roundTripNanos) - varianceNanos) / 4;
            smoothedNanos += (roundTripNanos - smoothedNanos) / 8;
        }
    }

    /** The smoothed round-trip time. */
    public long smoothedNanos() {
        return Math.abs(smoothedNanos);
    }

    /** How long to wait for an answer. */
    public long timeoutNanos() {
        long timeout = smoothedNanos() + 4 * varianceNanos;
        return Math.max(minTimeoutNanos, Math.min(maxTimeoutNanos, timeout));
    }
}
