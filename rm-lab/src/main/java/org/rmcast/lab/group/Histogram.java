package org.rmcast.lab.group;

import java.util.Arrays;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.TimeSeries;

/**
 * Values counted in bins of equal width, and how far two such distributions are apart; NaN is not counted. A recorder of
 * latencies such as HdrHistogram has bins that widen with the value, whose shares cannot be held against a model's.
 */
public final class Histogram {
    private static final int MAX_BINS = 4_096;

    private final double first;
    private final double width;
    private final long[] counts;
    private final long total;

    private Histogram(double[] values, double first, double width) {
        this.first = first;
        this.width = width;
        double largest = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(0);
        counts = new long[bin(largest) + 1];
        long counted = 0;
        for (double value : values) {
            if (!Double.isNaN(value)) {
                counts[bin(value)]++;
                counted++;
            }
        }
        total = counted;
    }

    /**
     * Bins whose lower edges are multiples of the width, from 0 on.
     *
     * @param width of a bin, positive; what is beyond the last possible bin is counted in it
     */
    public static Histogram fromZero(double[] values, double width) {
        return new Histogram(values, 0, width);
    }

    /** Bins whose middles are multiples of the width, from 0 on: where values gather at one of them. */
    public static Histogram centred(double[] values, double width) {
        return new Histogram(values, -width / 2, width);
    }

    private int bin(double value) {
        return (int) Math.max(0, Math.min(MAX_BINS - 1, Math.floor((value - first) / width)));
    }

    public int bins() {
        return counts.length;
    }

    /** The share of all values in a bin, 0 to 1; 0 beyond the last bin. */
    public double share(int bin) {
        return bin < counts.length && total > 0 ? (double) counts[bin] / total : 0;
    }

    /** Shares in per cent over the middles of the bins. */
    public TimeSeries series(Column over, Column share) {
        TimeSeries.Builder rows = TimeSeries.over(over, share);
        for (int bin = 0; bin < counts.length; bin++) {
            rows.row().set(over, first + (bin + 0.5) * width).set(share, 100 * share(bin));
        }
        return rows.build();
    }

    /**
     * The total variation distance of two distributions over the same bins: the share of values, 0 to 1, that would have to
     * move to another bin to make them the same.
     */
    public static double distance(double[] oneShares, double[] otherShares) {
        double sum = 0;
        for (int bin = 0; bin < Math.max(oneShares.length, otherShares.length); bin++) {
            double one = bin < oneShares.length ? oneShares[bin] : 0;
            double other = bin < otherShares.length ? otherShares[bin] : 0;
            sum += Math.abs(one - other);
        }
        return sum / 2;
    }

    /**
     * By how many bins values have to move on average to make one distribution the other, both over the same bins: the area
     * between the two distribution functions (the earth mover's distance), which asks how far values lie apart, not only how
     * many do.
     */
    public static double shift(double[] oneShares, double[] otherShares) {
        double sum = 0;
        double ahead = 0;
        for (int bin = 0; bin < Math.max(oneShares.length, otherShares.length); bin++) {
            ahead += bin < oneShares.length ? oneShares[bin] : 0;
            ahead -= bin < otherShares.length ? otherShares[bin] : 0;
            sum += Math.abs(ahead);
        }
        return sum;
    }
}
