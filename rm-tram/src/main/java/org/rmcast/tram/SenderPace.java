package org.rmcast.tram;

import org.rmcast.core.flow.AimdRateController;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.flow.RateController;

/** How fast the sender goes: what its rate control says, and what JRMS makes of that while the window is narrow. */
final class SenderPace {
    private static final long RATE_CUT_HOLD_NANOS = 20_000_000L;

    private final TramConfig config;
    private final RateController rate;
    private final Pacer pacer;
    private final boolean byWindow;

    SenderPace(TramConfig config) {
        this.config = config;
        this.byWindow = config.rateControl == TramConfig.RateControl.WINDOW_AVERAGE;
        this.rate = byWindow
                ? new JrmsRateController(config.minRate, config.maxRate)
                : new AimdRateController(config.minRate, config.maxRate, config.maxRate / 4.0, RATE_CUT_HOLD_NANOS);
        this.pacer = new Pacer(rate.bytesPerSecond(), Pacer.BURST_NANOS);
    }

    Pacer pacer() {
        return pacer;
    }

    double bytesPerSecond() {
        return rate.bytesPerSecond();
    }

    /** The rate as packets carry it. */
    int announced() {
        return (int) Math.min(Integer.MAX_VALUE, rate.bytesPerSecond());
    }

    /** @param openPackets how many more may be sent now, here and below */
    void onPacketSent(int bytes, long openPackets, long nowNanos) {
        rate.onPacketSent(bytes, openPackets, nowNanos);
        onWindowChanged(openPackets);
    }

    void onWindowSent(long openPackets, long nowNanos) {
        rate.onWindowSent(nowNanos);
        set(openPackets);
    }

    void onWindowClosed(long openPackets, long nowNanos) {
        rate.onWindowClosed(nowNanos);
        set(openPackets);
    }

    void onCongestion(long openPackets, long nowNanos) {
        rate.onCongestion(nowNanos);
        set(openPackets);
    }

    /** There is more room, or less. */
    void onWindowChanged(long openPackets) {
        if (byWindow) {
            set(openPackets);
        }
    }

    /** Source: JRMS 1.1: the effective rate is {@code min + (w / aw)(rate - min)} when the open window w is below aw. */
    private void set(long openPackets) {
        double allowed = rate.bytesPerSecond();
        if (byWindow) {
            double open = Math.min(1.0, (double) openPackets / config.ackWindow);
            allowed = config.minRate + open * (allowed - config.minRate);
        }
        pacer.setRate(allowed);
    }

    /**
     * Whether it is time for heads to prune their worst members. Source: JRMS 1.1: at the minimum rate; a window that stays closed is
     * less than that.
     */
    boolean callsForPruning(long nowNanos) {
        return config.pruning == TramConfig.Pruning.WORST_LOSS
                && rate instanceof JrmsRateController jrms
                && jrms.atMinimum(nowNanos);
    }
}
