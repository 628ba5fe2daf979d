package org.rmcast.core.flow;

import java.util.Arrays;

/**
 * Adapts the rate to what others ask for: how much of it, and how far behind that is.
 *
 * <p>Who keeps up asks for the last packets only, who is overrun for older ones. That is the rule of LRMP (draft-liao-lrmp-00, flow and
 * congestion control). With the lag of a request in packets behind the last one sent:
 *
 * <pre>
 * lag &gt; window / 2:  rate x 1/4
 * lag &gt; window / 3:  rate x 1/2
 * lag &gt; window / 4:  rate x 3/4
 * </pre>
 *
 * <p>LRMP takes the greatest lag. Among many requests there is always one for a packet whose repairs were lost again and again, at 20 % loss the
 * rate falls to the lowest for that. So here more than an eighth of the requests must lag, and those for packets from before a cut say
 * nothing about the rate after it.
 *
 * <p>Lag shows late where a queue overflows, as its losses are repaired at once. So the rate is cut by a quarter, too, where more is lost than
 * usual and less is after the cut ({@link LossTrial}); otherwise it grows by an eighth, until the first cut by a quarter, for each
 * 20 ms or so. Within the lowest and the highest rate. Not thread safe.
 */
public final class NakLagRateController implements RateController {
    private static final int LAGGING_SHARE = 8;
    private static final int LEAST_REQUESTS = 8;
    private static final int LEAST_WINDOW = 8;
    private static final double RAISE = 1.0 / 8;
    private static final double FIRST_RAISE = 1.0 / 4;
    private static final double CUT = 0.75;

    private final double min;
    private final double max;
    private final double first;
    private final long windowPackets;
    private final LossTrial trial = new LossTrial();
    private double rate;
    private long sent;
    private long sentBytes;
    /** Requests for packets below say nothing about the rate. */
    private long cutAt;

    private long requests;
    /** How many of them lag by more than a half, a third and a quarter of the window. */
    private final long[] lagging = new long[3];

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
        if (windowPackets < LEAST_WINDOW) {
            throw new IllegalArgumentException("windowPackets must be 8 or more, was " + windowPackets);
        }
        this.min = min;
        this.max = max;
        this.windowPackets = windowPackets;
        this.rate = bounded(first);
        this.first = rate;
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
    public void onRequest(long lagPackets, long nowNanos) {
        long number = sent - 1 - lagPackets;
        trial.onRequest(number, nowNanos);
        if (number < cutAt) {
            return;
        }
        requests++;
        for (int i = 0; i < lagging.length; i++) {
            lagging[i] += (i + 2) * lagPackets > windowPackets ? 1 : 0;
        }
    }

    @Override
    public void onPacketSent(int bytes, long openPackets, long nowNanos) {
        trial.onSent(sent++, nowNanos);
        sentBytes += bytes;
        LossTrial.Verdict verdict = trial.decide(sent, nowNanos);
        double lagFactor = lagFactor();
        if (lagFactor < 1) {
            cut(lagFactor);
            trial.begin(sent);
        } else {
            follow(verdict);
        }
    }

    private void follow(LossTrial.Verdict verdict) {
        switch (verdict) {
            case RAISE -> rate = bounded(rate * (1 + (cuts == 0 ? FIRST_RAISE : RAISE)));
            case CUT -> cut(CUT);
            case RESTORE -> rate = bounded(rate / CUT);
            case WAIT -> {
                return;
            }
        }
        forgetRequests();
    }

    /** A rate that is not reached says nothing: the cut is from what was sent, unless the sender had little to send. */
    private void cut(double factor) {
        double reached = trial.packetsPerNano() * 1e9 * sentBytes / Math.max(1, sent);
        rate = bounded(Math.min(rate, Math.max(first, reached)) * factor);
        cuts++;
        cutAt = sent;
        forgetRequests();
    }

    private void forgetRequests() {
        requests = 0;
        Arrays.fill(lagging, 0);
    }

    private double lagFactor() {
        if (requests < LEAST_REQUESTS) {
            return 1;
        }
        for (int i = 0; i < lagging.length; i++) {
            if (LAGGING_SHARE * lagging[i] > requests) {
                return (i + 1) / 4.0;
            }
        }
        return 1;
    }

    private double bounded(double wanted) {
        return Math.max(min, Math.min(max, wanted));
    }

    /** How often the rate was cut. */
    public long cuts() {
        return cuts;
    }

    /** Nothing: the rule does not look at windows. */
    @Override
    public void onWindowSent(long nowNanos) {}

    /** Nothing: what others lack is in their requests. */
    @Override
    public void onCongestion(long nowNanos) {}

    /** Nothing: a sender that waits sends no more anyway. */
    @Override
    public void onWindowClosed(long nowNanos) {}
}
