package org.rmcast.tram;

/**
 * How much of its congestion window a member has use for: what comes within a round trip, or within a hello interval where that is
 * longer: in four of these a head is given up, and the others are not to wait for that. A window that is wider than a few times
 * that was not the limit: how much the way carries at once is not known.
 *
 * <p>Source: RFC 7661, sections 4.1 (pipeACK) to 4.4: such a window does not grow, and after a while is narrowed towards what is used.
 * TCP compares with twice the use; four times here, since the figure is up to two round trips old, in each of which slow start doubles
 * the window. The interval and the time after which half is left are ours.
 */
final class WindowUse {
    private static final long HALVING_NANOS = 1_000_000_000L;
    private static final int MAX_HALVINGS = 20;
    private static final int VALIDATED = 4;

    private final int least;
    private final long intervalNanos;
    private long used;
    private long measuredLimit;
    private long measuredNanos;
    private long validatedNanos;

    /**
     * @param least a window of so many packets needs no proof
     * @param intervalNanos how long use is measured at least
     * @param start the first sequence that the member wants
     */
    WindowUse(int least, long intervalNanos, long start, long nowNanos) {
        this.least = least;
        this.intervalNanos = intervalNanos;
        this.measuredLimit = start;
        this.measuredNanos = nowNanos;
        this.validatedNanos = nowNanos;
    }

    /**
     * An acknowledgement is about to be sent.
     *
     * @param limit the sequence after the highest known
     * @param roundTripNanos to the head
     */
    void onAck(long limit, long roundTripNanos, long nowNanos) {
        long elapsedNanos = nowNanos - measuredNanos;
        long periodNanos = Math.max(roundTripNanos, intervalNanos);
        long arrived = limit - measuredLimit;
        if (elapsedNanos < periodNanos) {
            used = Math.max(used, arrived);
            return;
        }
        used = Math.round(arrived * ((double) periodNanos / elapsedNanos));
        measuredLimit = limit;
        measuredNanos = nowNanos;
    }

    /** How wide the window may become. */
    double bound() {
        return Math.max(least, VALIDATED * used);
    }

    /** The window, or what is left of one that has been wider than its bound for a while. */
    double narrowed(double window, long nowNanos) {
        long halvings = (nowNanos - validatedNanos) / HALVING_NANOS;
        if (window <= bound()) {
            validatedNanos = nowNanos;
        } else if (halvings > 0) {
            validatedNanos = nowNanos;
            return Math.max(bound(), window / (1 << Math.min(halvings, MAX_HALVINGS)));
        }
        return window;
    }
}
