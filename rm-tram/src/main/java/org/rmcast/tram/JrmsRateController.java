package org.rmcast.tram;

import org.rmcast.core.flow.RateController;

/**
 * TRAM's rate control.
 *
 * <p>Source: JRMS 1.1. Begins at min + 5,000 bytes/s. In slow start each packet adds an increment (2,500, growing by
 * 1,000, at most a quarter of max - min) until the window closes, congestion is reported, or the maximum is reached.
 * Then per window: the average of the last five seconds, plus {@code max(2500, 0.15 rate)} if the mean open window was larger than in
 * the window before, or as large as it can be. Whenever a closed window opens, the average.
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
    /** When the first packet of a bucket was sent, and its bytes. */
    private final long[] firstNanos = new long[BUCKETS];

    private final int[] firstBytes = new int[BUCKETS];
    private long lastNanos;

    private long openSum;
    private int openPackets;
    private double openBefore;
    private double widest;
    private int windows;
    private boolean closed;

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
    boolean atMinimum(long nowNanos) {
        advance(nowNanos);
        return windows >= 5 && average() <= min;
    }

    @Override
    public void onPacketSent(int bytes, long open, long nowNanos) {
        advance(nowNanos);
        if (closed) {
            closed = false;
            rate = clamp(average());
        }
        openSum += open;
        openPackets++;
        int bucket = (int) Math.floorMod(bucketIndex, (long) BUCKETS);
        if (buckets[bucket] == 0) {
            firstNanos[bucket] = nowNanos;
            firstBytes[bucket] = bytes;
        }
        buckets[bucket] += bytes;
        if (slowStart) {
            rate = Math.min(max, rate + increment);
            increment = Math.min((max - min) / 4, increment + 1_000);
            slowStart = rate < max;
        }
    }

    @Override
    public void onWindowSent(long nowNanos) {
        advance(nowNanos);
        windows++;
        double openMean = openPackets == 0 ? 0 : (double) openSum / openPackets;
        openSum = 0;
        openPackets = 0;
        boolean grew = openMean > openBefore || (openMean > 0 && openMean >= widest);
        if (!slowStart) {
            rate = clamp(average() + (grew ? Math.max(2_500, 0.15 * rate) : 0));
        }
        widest = Math.max(widest, openMean);
        openBefore = openMean;
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
            advance(nowNanos);
            rate = clamp(average());
        }
    }

    private double clamp(double wanted) {
        return Math.max(min, Math.min(max, wanted));
    }

    /**
     * Bytes per second over the last five seconds, or since the start: those that came after the first packet, in the time since then.
     */
    private double average() {
        double sum = 0;
        int oldest = -1;
        for (long i = bucketIndex - BUCKETS + 1; i <= bucketIndex; i++) {
            int bucket = (int) Math.floorMod(i, (long) BUCKETS);
            sum += buckets[bucket];
            oldest = oldest < 0 && buckets[bucket] > 0 ? bucket : oldest;
        }
        long span = oldest < 0 ? 0 : lastNanos - firstNanos[oldest];
        return span < BUCKET_NANOS ? sum * 1e9 / BUCKET_NANOS : (sum - firstBytes[oldest]) * 1e9 / span;
    }

    private void advance(long nowNanos) {
        long index = Math.floorDiv(nowNanos, BUCKET_NANOS);
        if (bucketIndex == Long.MIN_VALUE) {
            bucketIndex = index;
        }
        lastNanos = nowNanos;
        for (long i = Math.max(bucketIndex + 1, index - BUCKETS + 1); i <= index; i++) {
            buckets[(int) Math.floorMod(i, (long) BUCKETS)] = 0;
        }
        bucketIndex = Math.max(bucketIndex, index);
    }
}
