package org.rmcast.tram;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.flow.AimdRateController;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.flow.RateController;
import org.rmcast.core.flow.shared.RateNews;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.flow.shared.SharedRateController;

/** How fast the sender goes: what its rate control says, and what JRMS makes of that while the window is narrow. */
final class SenderPace {
    private static final long RATE_CUT_HOLD_NANOS = 20_000_000L;
    /** The longest time from one packet to the next, see {@link JrmsRule#TRICKLE}. */
    private static final double LONGEST_WAIT_SECONDS = 1;

    private final TramConfig config;
    private final RateController rate;
    private final Pacer pacer;
    private final boolean byWindow;
    private final @Nullable SharedRateController shared;
    private final RateNews news = new RateNews();
    private long reportsHeard;
    private boolean membersChanged;
    private final boolean trickles;

    /** @param ttl the channel's time to live, which may decide on the control */
    SenderPace(TramConfig config, int ttl) {
        this.config = config;
        TramConfig.RateControl control = config.rateControl.at(ttl);
        this.byWindow = control == TramConfig.RateControl.WINDOW_AVERAGE;
        this.trickles = byWindow && config.has(JrmsRule.TRICKLE);
        this.shared = control == TramConfig.RateControl.SHARED
                ? new SharedRateController(config.minSharedRate, config.maxRate)
                : null;
        this.rate = shared == null ? controller(config, control) : shared;
        this.pacer = new Pacer(rate.bytesPerSecond(), Pacer.BURST_NANOS);
    }

    private static RateController controller(TramConfig config, TramConfig.RateControl control) {
        return switch (control) {
            case WINDOW_AVERAGE ->
                new JrmsRateController(config.minRate, config.maxRate, config.windowMax, config.jrmsRules);
            case FIXED -> new AimdRateController(config.maxRate, config.maxRate, config.maxRate, RATE_CUT_HOLD_NANOS);
            case BY_TTL, LAN, SHARED ->
                new AimdRateController(config.minRate, config.maxRate, config.maxRate / 4.0, RATE_CUT_HOLD_NANOS);
        };
    }

    /** Whether receivers are to say how fast they want the stream. */
    boolean isShared() {
        return shared != null;
    }

    /**
     * To be called in each wake-up: members may have said something of the rate, or one that did may not be waited for any more.
     */
    void follow(HeadMembers members, long nowNanos, Actions actions) {
        boolean reported = members.rateReports() != reportsHeard;
        if (shared == null || !(reported || membersChanged)) {
            return;
        }
        membersChanged = false;
        reportsHeard = members.rateReports();
        if (reported) {
            shared.onFeedback(nowNanos);
        }
        RateReport least = members.slowestRate(null);
        shared.follow(least, nowNanos);
        pacer.setRate(shared.bytesPerSecond());
        news.onRate(least, shared.bytesPerSecond(), nowNanos, actions);
    }

    /** Whose word the rate follows, null if nobody's. */
    @Nullable
    RateReport slowest() {
        return shared == null ? null : shared.limiting();
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

    /** Whether packets leave though the window is closed, one each second. */
    boolean trickles() {
        return trickles;
    }

    /** A packet is about to be paid for: with {@link JrmsRule#TRICKLE} the window that it leaves open decides how long the next one waits. */
    void onPacketLeaves(int bytes, long openPackets) {
        if (trickles) {
            double allowed = openPackets < 1 ? 0 : effective(openPackets);
            pacer.setRate(Math.max(allowed, bytes / LONGEST_WAIT_SECONDS));
        }
    }

    /** A packet was sent beyond the window. */
    void onPacketBeyondWindow(int bytes, long nowNanos) {
        if (rate instanceof JrmsRateController jrms) {
            jrms.onPacketBeyondWindow(bytes, nowNanos);
        }
        set(0);
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

    /** Members came, went or confirmed more. */
    void onMembersChanged(long openPackets) {
        membersChanged = true;
        onWindowChanged(openPackets);
    }

    /** There is more room, or less. */
    void onWindowChanged(long openPackets) {
        if (byWindow) {
            set(openPackets);
        }
    }

    /** Source: JRMS 1.1: the effective rate is {@code min + (w / aw)(rate - min)} when the open window w is below aw. */
    private void set(long openPackets) {
        // What is repaired meanwhile leaves at the rate of an open window, as in JRMS.
        pacer.setRate(byWindow && !trickles ? effective(openPackets) : rate.bytesPerSecond());
    }

    private double effective(long openPackets) {
        double open = Math.min(1.0, (double) openPackets / config.ackWindow);
        return config.minRate + open * (rate.bytesPerSecond() - config.minRate);
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
