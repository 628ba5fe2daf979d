package org.rmcast.lab.experiment;

import java.util.Arrays;

/** Mean and percentiles of measured values; NaN where there are none. */
public final class Distribution {
    private final double[] sorted;

    public Distribution(double[] values) {
        sorted = Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
        Arrays.sort(sorted);
    }

    public int count() {
        return sorted.length;
    }

    public double mean() {
        double sum = 0;
        for (double value : sorted) {
            sum += value;
        }
        return sorted.length == 0 ? Double.NaN : sum / sorted.length;
    }

    /** The value that a share of all values, 0 to 1, does not exceed (nearest rank). */
    public double percentile(double share) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.max(0, Math.min(sorted.length, rank) - 1)];
    }

    public double max() {
        return percentile(1);
    }
}
