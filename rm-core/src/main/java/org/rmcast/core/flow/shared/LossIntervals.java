package org.rmcast.core.flow.shared;

/**
 * How many packets there are between two loss events, in the weighted mean of the last eight intervals; its inverse is the loss event
 * rate.
 *
 * <p>Source: RFC 5348, section 5.4 (Average Loss Interval): weights 1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2 from the newest on; the interval
 * since the last event counts only if the mean is larger with it. Not thread safe.
 */
public final class LossIntervals {
    private static final double[] WEIGHTS = {1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2};

    /** The newest first; one more than counts, should the newest event turn out to be none. */
    private final double[] closed = new double[WEIGHTS.length + 1];

    private int count;

    /** An interval has ended: a loss event begins. Its length in packets, at least 1. */
    public void close(double packets) {
        System.arraycopy(closed, 0, closed, 1, closed.length - 1);
        closed[0] = Math.max(1, packets);
        count = Math.min(count + 1, closed.length);
    }

    /** The event that ended the newest interval was none; returns the length of that. */
    public double reopen() {
        if (count == 0) {
            throw new IllegalStateException("no interval has ended");
        }
        double newest = closed[0];
        System.arraycopy(closed, 1, closed, 0, closed.length - 1);
        count--;
        return newest;
    }

    /** The only interval so far was of another length. */
    public void correctFirst(double packets) {
        if (count == 1) {
            closed[0] = Math.max(1, packets);
        }
    }

    /** Whether there was no loss event. */
    public boolean isEmpty() {
        return count == 0;
    }

    /**
     * The mean length.
     *
     * @param open packets since the last event, 0 or more
     * @throws IllegalStateException if there was no loss event
     */
    public double mean(double open) {
        if (count == 0) {
            throw new IllegalStateException("no interval has ended");
        }
        int counted = Math.min(count, WEIGHTS.length);
        double without = 0;
        double weights = 0;
        for (int i = 0; i < counted; i++) {
            without += WEIGHTS[i] * closed[i];
            weights += WEIGHTS[i];
        }
        double with = WEIGHTS[0] * open;
        double weightsWith = WEIGHTS[0];
        for (int i = 1; i < Math.min(count + 1, WEIGHTS.length); i++) {
            with += WEIGHTS[i] * closed[i - 1];
            weightsWith += WEIGHTS[i];
        }
        return Math.max(without / weights, with / weightsWith);
    }

    /** The loss event rate p, 0 if there was no event. */
    public double lossEventRate(double open) {
        return count == 0 ? 0 : 1 / mean(open);
    }
}
