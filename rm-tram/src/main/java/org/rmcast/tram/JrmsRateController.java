package org.rmcast.tram;

import java.util.Set;
import org.rmcast.core.flow.RateController;

/**
 * TRAM's rate control.
 *
 * <p>Source: JRMS 1.1, TRAMRateAdjuster. Begins at min + 5,000 bytes/s. In slow start each packet adds an increment (2,500, growing by
 * 1,000, at most a quarter of max - min) until the window closes, congestion is reported, or the maximum is reached.
 * Then per window: the average of the last five seconds, plus {@code max(2500, 0.15 rate)} if the mean open window was larger than in
 * the window before, or as large as it can be. Whenever a closed window opens, the average.
 *
 * <p>What is meant by these is JRMS's to the letter with the rules {@link JrmsRule#TRICKLE}, {@link JrmsRule#AVERAGE} and {@link JrmsRule#GROWTH}.
 */
final class JrmsRateController implements RateController {
    /** With {@link JrmsRule#TRICKLE} users are not to thwart congestion control by a high minimum. */
    private static final double LOWEST = 1;

    private final double min;
    private final double max;
    private final int widestWindow;
    private final boolean trickles;
    private final boolean sums;
    private double rate;
    private boolean slowStart = true;
    private double increment = 2_500;
    private final RecentAverage average;
    private final WindowEndAverage averageOfWindows;
    private final boolean byWindows;

    private long openSum;
    private long openSumBefore;
    private int openPackets;
    private double openBefore;
    private double widest;
    private int windows;
    private boolean closed;

    /** @param widestWindow the widest congestion window, packets */
    JrmsRateController(double min, double max, int widestWindow, Set<JrmsRule> rules) {
        this.min = min;
        this.max = max;
        this.widestWindow = widestWindow;
        this.trickles = rules.contains(JrmsRule.TRICKLE);
        this.sums = rules.contains(JrmsRule.GROWTH);
        this.byWindows = rules.contains(JrmsRule.AVERAGE);
        this.average = new RecentAverage();
        this.averageOfWindows = new WindowEndAverage(max);
        this.rate = Math.min(max, min + 5_000);
    }

    @Override
    public double bytesPerSecond() {
        return rate;
    }

    /** Whether at least five windows were sent and the average is no more than the minimum: time to prune. */
    boolean atMinimum(long nowNanos) {
        return windows >= 5 && average(nowNanos) <= min;
    }

    @Override
    public void onPacketSent(int bytes, long open, long nowNanos) {
        average.advance(nowNanos);
        if (closed) {
            closed = false;
            rate = clamp(average(nowNanos));
        }
        openSum += open;
        openPackets++;
        average.add(bytes, nowNanos);
        averageOfWindows.add(bytes);
        if (slowStart) {
            rate = Math.min(max, rate + increment);
            increment = Math.min((max - min) / 4, increment + 1_000);
            slowStart = rate < max;
        }
    }

    /** A packet was sent though the window is closed, see {@link JrmsRule#TRICKLE}. */
    void onPacketBeyondWindow(int bytes, long nowNanos) {
        onWindowClosed(nowNanos);
        openPackets++;
        average.add(bytes, nowNanos);
        averageOfWindows.add(bytes);
    }

    @Override
    public void onWindowSent(long nowNanos) {
        averageOfWindows.onWindowSent(nowNanos);
        windows++;
        boolean grew = sums ? grewInSum() : grewInTheMean();
        if (!slowStart && !(trickles && closed)) {
            rate = clamp(average(nowNanos) + (grew ? Math.max(2_500, 0.15 * rate) : 0));
        }
        openSumBefore = openSum;
        openSum = 0;
        openPackets = 0;
    }

    private boolean grewInSum() {
        return openSum > openSumBefore || (openSum == openSumBefore && openSum >= widestWindow - 1);
    }

    private boolean grewInTheMean() {
        double mean = openPackets == 0 ? 0 : (double) openSum / openPackets;
        boolean grew = mean > openBefore || (mean > 0 && mean >= widest);
        widest = Math.max(widest, mean);
        openBefore = mean;
        return grew;
    }

    @Override
    public void onCongestion(long nowNanos) {
        endSlowStart(nowNanos);
    }

    @Override
    public void onWindowClosed(long nowNanos) {
        endSlowStart(nowNanos);
        closed = true;
    }

    private void endSlowStart(long nowNanos) {
        if (slowStart) {
            slowStart = false;
            rate = sums ? rate : clamp(average(nowNanos));
        }
    }

    private double clamp(double wanted) {
        return Math.max(trickles ? LOWEST : min, Math.min(max, wanted));
    }

    private double average(long nowNanos) {
        average.advance(nowNanos);
        return byWindows ? averageOfWindows.bytesPerSecond() : average.bytesPerSecond();
    }
}
