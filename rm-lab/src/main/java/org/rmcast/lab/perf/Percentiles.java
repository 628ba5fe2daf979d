package org.rmcast.lab.perf;

import java.util.List;

/** Which percentiles of latency are shown, and what they are called. */
final class Percentiles {
    static final List<Double> SHOWN = List.of(50.0, 90.0, 99.0, 99.9, 100.0);

    private Percentiles() {}

    /** {@code p50}, {@code p99.9}, {@code max}. */
    static String name(double percentile) {
        if (percentile == 100) {
            return "max";
        }
        return "p" + (percentile == Math.rint(percentile) ? Long.toString((long) percentile) : percentile);
    }
}
