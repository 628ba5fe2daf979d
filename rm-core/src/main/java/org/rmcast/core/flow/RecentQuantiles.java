package org.rmcast.core.flow;

import java.util.Arrays;

/** The latest measurements of something that changes, and their quantiles. Its memory is bounded. Not thread safe. */
public final class RecentQuantiles {
    private static final long[] NONE = {};

    private final long[] values;
    private int count;
    private int next;
    /** Those that count, in their order; without content where one came since. */
    private long[] sorted = NONE;

    /**
     * @param capacity how many of the latest measurements count, 1 or more
     * @throws IllegalArgumentException if it is less
     */
    public RecentQuantiles(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be 1 or more, was " + capacity);
        }
        this.values = new long[capacity];
    }

    /** One more measurement, in place of the oldest if there are too many. */
    public void add(long value) {
        values[next] = value;
        next = (next + 1) % values.length;
        count = Math.min(count + 1, values.length);
        sorted = NONE;
    }

    /** How many measurements count now. */
    public int count() {
        return count;
    }

    /**
     * The smallest measurements that at least these shares of all do not exceed.
     *
     * @param shares each above 0, and 1 at most
     * @return one for each share, in its order
     * @throws IllegalStateException if there was no measurement
     * @throws IllegalArgumentException if a share is out of its range
     */
    public long[] quantiles(double... shares) {
        if (count == 0) {
            throw new IllegalStateException("nothing was measured");
        }
        if (sorted.length == 0) {
            sorted = Arrays.copyOf(values, count);
            Arrays.sort(sorted);
        }
        long[] quantiles = new long[shares.length];
        for (int i = 0; i < shares.length; i++) {
            if (!(shares[i] > 0 && shares[i] <= 1)) {
                throw new IllegalArgumentException("a share must be above 0, and 1 at most, was " + shares[i]);
            }
            quantiles[i] = sorted[(int) Math.ceil(shares[i] * count) - 1];
        }
        return quantiles;
    }
}
