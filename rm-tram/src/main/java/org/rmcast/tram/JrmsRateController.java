package org.rmcast.tram;

import org.rmcast.core.flow.RateController;

/**
 * TRAM's rate control.
 *
 * <p>Source: JRMS 1.1. Begins at min + 5,000 bytes/s. In slow start each packet adds an increment (2,500, growing by
 * 1,000, at most a quarter of max - min) until the window closes, congestion is reported, or the maximum is reached.
 * Then per window: the average of the last five seconds, plus {@code max(2500, 0.15 rate)} if the mean open window grew.
 */
final class JrmsRateController implements RateController {
    private static final long BUCKET_NANOS = 500_000_000L;
    private static final int BUCKETS = 10;

    private final double min;
    private final double max;
    private double rate;
    private boolean slowStart = true;
    private double increment = 2_500;
    private final double[] buckets = new double[BUCKETS];
    private long bucketIndex = Long.MIN_VALUE;
    private long firstBucket;
    private double openBefore;
    private double openMean;
    private int windows;

    JrmsRateController(double min, double max) {
        this.min = min;
        this.max = max;
        this.rate = Math.min(max, min + 5_000);
    }

    @Override
    public double bytesPerSecond() {
        return rate;
    }

    /** Whether at least five windows were sent and the average is no more than the minimum: time to prune. */
    boolean atMinimum() {
        return windows >= 5 && average() <= min;
    }

    @Override
    public void onPacketSent(int bytes, long nowNanos) {
        advance(nowNanos);
        buckets[(int) Math.floorMod(bucketIndex, (long) BUCKETS)] += bytes;
        if (slowStart) {
            rate = Math.min(max, rate + increment);
            increment = Math.min((max - min) / 4, increment + 1_000);
            slowStart = rate < max;
        }
    }

    @Override
    public void onWindowSent(long openPackets, long nowNanos) {
        advance(nowNanos);
        windows++;
        openMean = windows == 1 ? openPackets : 0.75 * openMean + 0.25 * openPackets;
        if (!slowStart) {
            boolean grew = openMean > 0 && openMean >= openBefore;
            rate = clamp(average() + (grew ? Math.max(2_500, 0.15 * rate) : 0));
        }
        openBefore = openMean;
    }

    @Override
    public void onCongestion(long nowNanos) {
        endSlowStart(nowNanos);
    }

    @Override
    public void onWindowClosed(long nowNanos) {
        endSlowStart(nowNanos);
    }

    private void endSlowStart(long nowNanos) {
        if (slowStart) {
            slowStart = false;
            advance(nowNanos);
            rate = clamp(average());
        }
    }

    private double clamp(double wanted) {
        return Math.max(min, Math.min(max, wanted));
    }

    /** Bytes per second over the last five seconds, or since the start. */
    private double average() {
        double sum = 0;
        for (double bucket : buckets) {
            sum += bucket;
        }
        long span = Math.min(BUCKETS, bucketIndex - firstBucket + 1);
        return sum * 1e9 / (Math.max(1, span) * (double) BUCKET_NANOS);
    }

    private void advance(long nowNanos) {
        long index = Math.floorDiv(nowNanos, BUCKET_NANOS);
        if (bucketIndex == Long.MIN_VALUE) {
            bucketIndex = index;
            firstBucket = index;
        }
        for (long i = Math.max(bucketIndex + 1, index - BUCKETS + 1); i <= index; i++) {
            buckets[(int) Math.floorMod(i, (long) BUCKETS)] = 0;
        }
        bucketIndex = Math.max(bucketIndex, index);
    }
}
