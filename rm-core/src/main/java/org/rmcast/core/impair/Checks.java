package org.rmcast.core.impair;

import java.time.Duration;

/** Range checks that name field, value and range. */
final class Checks {
    private Checks() {}

    static double probability(String field, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(field + " must be 0 to 1 (0% to 100%), was " + value);
        }
        return value;
    }

    static long range(String field, long value, long min, long max, String unit) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    field + " must be " + min + " to " + max + " " + unit + ", was " + value);
        }
        return value;
    }

    static long nanos(String field, Duration value) {
        if (value.isNegative() || value.compareTo(Impairments.MAX_DELAY) > 0) {
            throw new IllegalArgumentException(
                    field + " must be 0 to " + Impairments.MAX_DELAY.toSeconds() + " s, was " + value);
        }
        return value.toNanos();
    }
}
