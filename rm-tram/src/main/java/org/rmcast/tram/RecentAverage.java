package org.rmcast.tram;

/** The average rate of the last five seconds at any time: of what came after the first packet in it, in the time since then. */
final class RecentAverage {
    private static final long BUCKET_NANOS = 500_000_000L;
    private static final int BUCKETS = 10;

    private final double[] buckets = new double[BUCKETS];
    private long bucketIndex = Long.MIN_VALUE;
    /** When the first packet of a bucket was sent, and its bytes. */
    private final long[] firstNanos = new long[BUCKETS];

    private final int[] firstBytes = new int[BUCKETS];
    private long lastNanos;

    /** A packet of so many bytes was sent. */
    void add(int bytes, long nowNanos) {
        advance(nowNanos);
        int bucket = (int) Math.floorMod(bucketIndex, (long) BUCKETS);
        if (buckets[bucket] == 0) {
            firstNanos[bucket] = nowNanos;
            firstBytes[bucket] = bytes;
        }
        buckets[bucket] += bytes;
    }

    /** As of the last {@link #advance}; since the start, if that is less than five seconds ago. */
    double bytesPerSecond() {
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

    /** Time goes on. */
    void advance(long nowNanos) {
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
