package org.rmcast.lab.report;

import java.util.ArrayList;
import java.util.List;

/** One axis of a plot: the values that it shows, where they are on it, and the ticks. */
final class Axis {
    private static final double[] STEPS = {1, 2, 5, 10};
    /** Up to so many powers of ten have ticks at twice and five times each of them, too. */
    private static final double DECADES_WITH_STEPS = 3;

    private static final int LEAST_DECADE_IN_FULL = -4;

    private final double low;
    private final double high;
    private final boolean logarithmic;
    private final List<Tick> ticks;

    /** A place on the axis with a name. */
    record Tick(double value, String label) {}

    private Axis(double low, double high, boolean logarithmic, List<Tick> ticks) {
        this.low = low;
        this.high = high > low ? high : low + 1;
        this.logarithmic = logarithmic;
        this.ticks = List.copyOf(ticks);
    }

    /**
     * All from {@code low} to {@code high}, with round ticks.
     *
     * @param about how many of them
     */
    static Axis linear(double low, double high, int about) {
        double step = roundUp((high > low ? high - low : 1) / about);
        List<Tick> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(low / step); i * step <= high + step * 1e-9; i++) {
            ticks.add(new Tick(i * step, Numbers.series(i * step)));
        }
        return new Axis(low, high, false, ticks);
    }

    /** From 0 to the first tick that is not below {@code high}. */
    static Axis fromZero(double high, int about) {
        double step = roundUp((high > 0 ? high : 1) / about);
        return linear(0, Math.ceil(high / step - 1e-9) * step, about);
    }

    /** From a round value below {@code lowest} to one that is not below {@code highest}; both positive. */
    static Axis logarithmic(double lowest, double highest) {
        double low = roundDown(lowest * (1 - 1e-9));
        double high = roundUp(highest);
        boolean steps = Math.log10(high / low) <= DECADES_WITH_STEPS;
        List<Tick> ticks = new ArrayList<>();
        for (int decade = (int) Math.floor(Math.log10(low)); decade <= Math.ceil(Math.log10(high)); decade++) {
            for (int i = 0; i < (steps ? STEPS.length - 1 : 1); i++) {
                double value = STEPS[i] * Math.pow(10, decade);
                if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
                    ticks.add(new Tick(value, label(STEPS[i], decade, value)));
                }
            }
        }
        return new Axis(low, high, true, ticks);
    }

    /** Very small values with an exponent: zeros would take the room of the plot. */
    private static String label(double step, int decade, double value) {
        return decade < LEAST_DECADE_IN_FULL ? Math.round(step) + "e" + decade : Numbers.series(value);
    }

    /** Names in place of values: the first at 0. */
    static Axis ofCategories(List<String> names) {
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            ticks.add(new Tick(i, names.get(i)));
        }
        return new Axis(-0.5, names.size() - 0.5, false, ticks);
    }

    /** 1, 2 or 5 times a power of ten, not below a positive value. */
    private static double roundUp(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        for (double step : STEPS) {
            if (step * power >= value * (1 - 1e-9)) {
                return step * power;
            }
        }
        return 10 * power;
    }

    /** The same, not above it. */
    private static double roundDown(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        double found = power;
        for (double step : STEPS) {
            found = step * power <= value ? step * power : found;
        }
        return found;
    }

    List<Tick> ticks() {
        return ticks;
    }

    /** Where a value is: 0 at the beginning of the axis, 1 at its end. */
    double share(double value) {
        return logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    }
}
