package org.rmcast.core.flow;

/**
 * Doubles the rate per clean window until the first congestion, then raises it by a share of the maximum per window and
 * cuts it on congestion, at most once per hold time. A closed window alone does not cut: the window does that work.
 */
public final class AimdRateController implements RateController {
    private static final double CUT = 0.75;
    private static final double RAISE_SHARE = 1.0 / 64;

    private final double min;
    private final double max;
    private final long holdNanos;
    private double rate;
    private boolean slowStart = true;
    private boolean cutBefore;
    private long lastCutNanos;

    /**
     * @param min the lowest rate, positive
     * @param max the highest rate, at least min
     * @param first the rate to begin with
     * @param holdNanos the time between two cuts
     */
    public AimdRateController(double min, double max, double first, long holdNanos) {
        this.min = min;
        this.max = max;
        this.rate = Math.max(min, Math.min(max, first));
        this.holdNanos = holdNanos;
    }

    @Override
    public double bytesPerSecond() {
        return rate;
    }

    @Override
    public void onPacketSent(int bytes, long openPackets, long nowNanos) {}

    @Override
    public void onWindowSent(long nowNanos) {
        rate = Math.min(max, slowStart ? rate * 2 : rate + max * RAISE_SHARE);
    }

    @Override
    public void onCongestion(long nowNanos) {
        slowStart = false;
        if (!cutBefore || nowNanos - lastCutNanos >= holdNanos) {
            cutBefore = true;
            lastCutNanos = nowNanos;
            rate = Math.max(min, rate * CUT);
        }
    }

    @Override
    public void onWindowClosed(long nowNanos) {}
}
