package org.rmcast.lab.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Holds one figure of several cases against what a paper says of all of them, and tells it of each case in words. Immutable.
 *
 * @param <C> what tells the cases apart: a group size, say
 */
public final class Judge<C> {
    private final List<C> cases;
    private final double[] values;
    private final String measured;

    private Judge(List<C> cases, double[] values, String measured) {
        this.cases = cases;
        this.values = values;
        this.measured = measured;
    }

    /**
     * Takes a figure of each case.
     *
     * @param cases one or more
     * @throws MissingMeasurementException if the figure is missing in one
     */
    public static <C> Judge<C> over(Iterable<? extends C> cases, ToDoubleFunction<C> figure) {
        List<C> all = new ArrayList<>();
        cases.forEach(all::add);
        if (all.isEmpty()) {
            throw new MissingMeasurementException("there is no case to judge by");
        }
        return new Judge<>(List.copyOf(all), all.stream().mapToDouble(figure).toArray(), "");
    }

    /** One case in words. */
    @FunctionalInterface
    public interface InWords<C> {
        String of(C which, double value);
    }

    /** This with words: {@code lead}, then those of each case. */
    public Judge<C> saying(String lead, String separator, InWords<C> each) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            parts.add(each.of(cases.get(i), values[i]));
        }
        return new Judge<>(cases, values, lead + String.join(separator, parts));
    }

    /** This with words that do not tell cases apart. */
    public Judge<C> saying(String words) {
        return new Judge<>(cases, values, words);
    }

    /** What was measured, in words. */
    public String measured() {
        return measured;
    }

    public double highest() {
        return Arrays.stream(values).max().orElse(Double.NaN);
    }

    /** The case with the highest figure, the first of several. */
    public C best() {
        int best = 0;
        for (int i = 1; i < values.length; i++) {
            best = values[i] > values[best] ? i : best;
        }
        return cases.get(best);
    }

    /** The case with the lowest figure, the first of several. */
    public C worst() {
        int worst = 0;
        for (int i = 1; i < values.length; i++) {
            worst = values[i] < values[worst] ? i : worst;
        }
        return cases.get(worst);
    }

    public double lowest() {
        return Arrays.stream(values).min().orElse(Double.NaN);
    }

    /** None is higher. */
    public Finding atMost(double limit) {
        return Finding.of(highest() <= limit, measured);
    }

    /** All are lower. */
    public Finding below(double limit) {
        return Finding.of(highest() < limit, measured);
    }

    /** All are higher. */
    public Finding above(double limit) {
        return Finding.of(lowest() > limit, measured);
    }

    /** None is lower. */
    public Finding atLeast(double limit) {
        return Finding.of(lowest() >= limit, measured);
    }

    /** The highest is at most {@code factor} times the lowest. */
    public Finding apartAtMost(double factor) {
        return Finding.of(highest() <= factor * lowest(), measured);
    }

    /** Each is higher than the one before, and the first than 0. */
    public Finding rising() {
        double before = 0;
        boolean rises = true;
        for (double value : values) {
            rises &= value > before;
            before = value;
        }
        return Finding.of(rises, measured);
    }

    /** Whether a value is what a paper says or apart from it by a factor at most. */
    public static boolean isAbout(double value, double said, double factor) {
        return value >= said / factor && value <= said * factor;
    }
}
