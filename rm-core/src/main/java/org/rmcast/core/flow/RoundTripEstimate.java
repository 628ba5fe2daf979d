package org.rmcast.core.flow;

/**
 * Smoothed round-trip time to one peer, and how long to wait for its answers.
 *
 * <p>Source: RFC 6298, section 2: {@code SRTT = 7/8 SRTT + 1/8 R}, {@code RTTVAR = 3/4 RTTVAR + 1/4 |SRTT - R|}, time-out
 * {@code RTO = SRTT + max(G, 4 RTTVAR)}; section 5: a time-out that passes doubles it (5.5), and it stays doubled until there is
 * a new sample (5.7). Samples must be of answers that say which request they answer ({@link EchoedRequests}), or of things
 * that were asked for once (Karn's rule). Not thread safe.
 */
public final class RoundTripEstimate {
    private static final int MAX_DOUBLINGS = 62;

    private final long granularityNanos;
    private final long minTimeoutNanos;
    private final long maxTimeoutNanos;
    private boolean sampled;
    private long smoothedNanos;
    private long varianceNanos;
    private int doublings;

    /** As the other constructor, with a clock that is exact to the nanosecond. */
    public RoundTripEstimate(long firstNanos, long minTimeoutNanos, long maxTimeoutNanos) {
        this(firstNanos, 0, minTimeoutNanos, maxTimeoutNanos);
    }

    /**
     * All in nanoseconds.
     *
     * @param firstNanos an estimate of the round trip to use until there is a sample, positive; the first time-out is three
     *     times as long
     * @param granularityNanos G, how exactly time-outs are kept, 0 or more
     * @param minTimeoutNanos the shortest time-out, 0 or more
     * @param maxTimeoutNanos the longest time-out, at least the shortest
     * @throws IllegalArgumentException if a value is out of its range
     */
    public RoundTripEstimate(long firstNanos, long granularityNanos, long minTimeoutNanos, long maxTimeoutNanos) {
        if (firstNanos < 1) {
            throw new IllegalArgumentException("firstNanos must be positive, was " + firstNanos);
        }
        if (granularityNanos < 0) {
            throw new IllegalArgumentException("granularityNanos must be 0 or more, was " + granularityNanos);
        }
        if (minTimeoutNanos < 0 || maxTimeoutNanos < minTimeoutNanos) {
            throw new IllegalArgumentException(
                    "minTimeoutNanos must be 0 or more and maxTimeoutNanos at least that, were " + minTimeoutNanos
                            + " and " + maxTimeoutNanos);
        }
        this.granularityNanos = granularityNanos;
        this.minTimeoutNanos = minTimeoutNanos;
        this.maxTimeoutNanos = maxTimeoutNanos;
        this.smoothedNanos = firstNanos;
        this.varianceNanos = firstNanos / 2;
    }

    /** Takes a sample in nanoseconds, 0 or more; time-outs are no longer backed off. */
    public void sample(long roundTripNanos) {
        if (sampled) {
            varianceNanos += (Math.abs(smoothedNanos - roundTripNanos) - varianceNanos) / 4;
            smoothedNanos += (roundTripNanos - smoothedNanos) / 8;
        } else {
            sampled = true;
            smoothedNanos = Math.max(1, roundTripNanos);
            varianceNanos = roundTripNanos / 2;
        }
        doublings = 0;
    }

    /** Whether there was a sample: until then the estimate is the first one given. */
    public boolean isSampled() {
        return sampled;
    }

    /** An answer did not come in time: time-outs are twice as long from now on, up to the longest, until there is a sample. */
    public void backOff() {
        if (timeoutNanos() < maxTimeoutNanos && doublings < MAX_DOUBLINGS) {
            doublings++;
        }
    }

    /** An answer came in time, though nobody knows to which request: time-outs are no longer backed off. */
    public void settle() {
        doublings = 0;
    }

    /** Whether time-outs are longer than the estimate says, since an answer did not come. */
    public boolean isBackedOff() {
        return doublings > 0;
    }

    /** The smoothed round-trip time, positive once there was a sample of more than nothing. */
    public long smoothedNanos() {
        return smoothedNanos;
    }

    /** How long to wait for an answer. */
    public long timeoutNanos() {
        return timeoutNanos(doublings);
    }

    /**
     * The same for what was asked for several times in vain, though other answers come.
     *
     * @param leastDoublings the time-out is doubled so often at least, 0 to 62
     */
    public long timeoutNanosAfter(int leastDoublings) {
        return timeoutNanos(Math.max(doublings, leastDoublings));
    }

    private long timeoutNanos(int doublings) {
        long timeout = smoothedNanos + Math.max(granularityNanos, 4 * varianceNanos);
        long bounded = Math.max(minTimeoutNanos, Math.min(maxTimeoutNanos, timeout));
        return bounded > maxTimeoutNanos >> doublings ? maxTimeoutNanos : bounded << doublings;
    }
}
