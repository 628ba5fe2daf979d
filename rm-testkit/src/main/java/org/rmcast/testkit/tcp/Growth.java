package org.rmcast.testkit.tcp;

/** How a TCP connection grows its window after a loss. */
public enum Growth {
    /** A packet per round trip, from a half. Source: RFC 5681, section 3.1. */
    RENO(0.5),
    /** Along a cubic function of the time since the last loss, from 0.7, and no slower than Reno. Source: RFC 9438, section 4. */
    CUBIC(0.7);

    private static final double C = 0.4;

    private final double left;

    Growth(double left) {
        this.left = left;
    }

    /** The share of the window that a loss leaves. */
    double left() {
        return left;
    }

    /**
     * The window after one more packet was acknowledged.
     *
     * @param before the window at the last loss, in packets
     * @param seconds since that loss
     */
    double grown(double window, double before, double seconds, double roundTripSeconds) {
        if (this == RENO) {
            return window + 1 / window;
        }
        double k = Math.cbrt(before * (1 - left) / C);
        double target = C * Math.pow(seconds + roundTripSeconds - k, 3) + before;
        double friendly = before * left + 3 * (1 - left) / (1 + left) * seconds / roundTripSeconds;
        double aim = Math.max(friendly, Math.min(target, 1.5 * window));
        return Math.max(window, window + (aim - window) / window);
    }
}
