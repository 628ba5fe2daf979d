package org.rmcast.core.flow;

/**
 * Adapts the rate to how far behind the packets are that others ask for: those who keep up ask for the last packets only, those who are
 * overrun for older ones.
 *
 * <p>Source: LRMP (draft-liao-lrmp-00, flow and congestion control). The rate is looked at each time that an eighth of the send window was
 * sent. With the greatest lag of the requests since then, in packets behind the last one sent:
 *
 * <pre>
 * lag &gt; window / 2:  rate x 1/4
 * lag &gt; window / 3:  rate x 1/2
 * lag &gt; window / 4:  rate x 3/4
 * else:             rate x (1 + 1/8)
 * </pre>
 *
 * within the lowest and the highest rate. Not thread safe.
 */
public final class NakLagRateController implements RateController {
    private static final int CHECKS_PER_WINDOW = 8;
    private static final double RAISE = 1.0 / 8;

    private final double min;
    private final double max;
    private final long windowPackets;
    private double rate;
    private long sentSinceCheck;
    private long greatestLag;
    private long cuts;

    /**
     * @param min the lowest rate in bytes per second, positive
     * @param max the highest rate, at least the lowest
     * @param first the rate to begin with; brought within the bounds
     * @param windowPackets the send window, 8 or more: about as many packets as the sender keeps
     * @throws IllegalArgumentException if a value is out of its range
     */
    public NakLagRateController(double min, double max, double first, long windowPackets) {
        if (!(min > 0) || !(max >= min)) {
            throw new IllegalArgumentException(
                    "min must be positive and max at least that, were " + min + " and " + max);
        }
        if (windowPackets < CHECKS_PER_WINDOW) {
            throw new IllegalArgumentException("windowPackets must be 8 or more, was " + windowPackets);
        }
        this.min = min;
        this.max = max;
        this.windowPackets = windowPackets;
        this.rate = bounded(first);
    }

    @Override
    public double bytesPerSecond() {
        return rate;
    }

    /**
     * Somebody asks for a packet.
     *
     * @param lagPackets how many packets were sent since that one, 0 or more
     */
    public void onRequest(long lagPackets) {
        greatestLag = Math.max(greatestLag, lagPackets);
    }

    @Override
    public void onPacketSent(int bytes, long openPackets, long nowNanos) {
        sentSinceCheck++;
        if (sentSinceCheck * CHECKS_PER_WINDOW >= windowPackets) {
            check();
        }
    }

    private void check() {
        double factor = factor();
        cuts += factor < 1 ? 1 : 0;
        rate = bounded(rate * factor);
        sentSinceCheck = 0;
        greatestLag = 0;
    }

    private double factor() {
        if (2 * greatestLag > windowPackets) {
            return 0.25;
        }
        if (3 * greatestLag > windowPackets) {
            return 0.5;
        }
        return 4 * greatestLag > windowPackets ? 0.75 : 1 + RAISE;
    }

    private double bounded(double wanted) {
        return Math.max(min, Math.min(max, wanted));
    }

    /** How often the rate was cut. */
    public long cuts() {
        return cuts;
    }

    /** Nothing: the rule looks at each eighth of a window, not at whole ones. */
    @Override
    public void onWindowSent(long nowNanos) {}

    /** Nothing: what others lack is in their requests. */
    @Override
    public void onCongestion(long nowNanos) {}

    /** Nothing: a sender that waits sends no more anyway. */
    @Override
    public void onWindowClosed(long nowNanos) {}
}
