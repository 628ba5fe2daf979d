package org.rmcast.lab.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * A plot.
 *
 * @param title with the paper's figure number where it has one
 * @param xLabel with the unit
 * @param yLabel with the unit
 * @param logarithmic whether the y axis is
 * @param categories the names of what is at 0, 1 and on along the x axis where that is no quantity; else empty
 * @param curves in the order of the legend, at least one; points that are not numbers are left out
 */
public record Figure(
        String title, String xLabel, String yLabel, boolean logarithmic, List<String> categories, List<Curve> curves) {
    public Figure {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(xLabel, "xLabel");
        Objects.requireNonNull(yLabel, "yLabel");
        categories = List.copyOf(categories);
        curves = List.copyOf(curves);
        if (curves.isEmpty()) {
            throw new IllegalArgumentException("figure '" + title + "' has no curves");
        }
        for (Curve curve : curves) {
            if (!categories.isEmpty() && curve.style() != Style.BARS) {
                throw new IllegalArgumentException("curve '" + curve.name() + "' over categories must be of bars");
            }
        }
    }

    /** Over a quantity. */
    public Figure(String title, String xLabel, String yLabel, boolean logarithmic, List<Curve> curves) {
        this(title, xLabel, yLabel, logarithmic, List.of(), curves);
    }

    /**
     * How far repetitions lie apart, point by point.
     *
     * @param lowest as long as the curve, or empty; not to be changed
     * @param highest likewise
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
    public record Spread(double[] lowest, double[] highest) {
        /** No repetitions, or none to be shown. */
        public static final Spread NONE = new Spread(new double[0], new double[0]);

        public Spread {
            if (lowest.length != highest.length) {
                throw new IllegalArgumentException(
                        "a spread has " + lowest.length + " lowest and " + highest.length + " highest values");
            }
        }

        /** The range of a figure over repetitions, see {@link Repetitions}. */
        public static Spread of(List<Measurement> measurements, String figure) {
            return new Spread(
                    measurements.stream()
                            .mapToDouble(run -> run.getOr(Repetitions.lowest(figure), Double.NaN))
                            .toArray(),
                    measurements.stream()
                            .mapToDouble(run -> run.getOr(Repetitions.highest(figure), Double.NaN))
                            .toArray());
        }
    }

    /** How a curve is drawn. */
    public enum Style {
        /** A line. */
        LINE,
        /** A line with its points marked: for few of them. */
        MARKED,
        /** Points without a line: where values between them would mean something else, or were not measured. */
        POINTS,
        /** A bar from the axis to each point: shares of bins of equal width, and categories. No bar is nothing. */
        BARS
    }

    /**
     * One curve.
     *
     * @param name for the legend
     * @param x ascending, as long as {@code y}; neither is to be changed
     * @param spread drawn as whiskers
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
    public record Curve(String name, Style style, double[] x, double[] y, Spread spread) {
        public Curve {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(style, "style");
            if (x.length != y.length) {
                throw new IllegalArgumentException(
                        "curve '" + name + "' has " + x.length + " x values and " + y.length + " y values");
            }
        }

        /** Without whiskers. */
        public Curve(String name, Style style, double[] x, double[] y) {
            this(name, style, x, y, Spread.NONE);
        }

        /** A level line at what a paper says, from the first to the last x of a figure. */
        public static Curve said(String name, double first, double last, double value) {
            return new Curve(name, Style.LINE, new double[] {first, last}, new double[] {value, value});
        }

        /** This with whiskers. */
        public Curve within(Spread whiskers) {
            return new Curve(name, style, x, y, whiskers);
        }

        /** A line, with its points marked or not. */
        public Curve(String name, boolean marked, double[] x, double[] y) {
            this(name, marked ? Style.MARKED : Style.LINE, x, y);
        }

        /** A value of each of several cases, over the number that tells them apart. */
        public static Curve over(String name, List<Integer> cases, ToDoubleFunction<Integer> value) {
            return new Curve(
                    name,
                    Style.MARKED,
                    cases.stream().mapToDouble(Integer::doubleValue).toArray(),
                    cases.stream().mapToDouble(value).toArray());
        }

        /** A column of a series, as a line. */
        public static Curve of(String name, TimeSeries series, Column column) {
            return new Curve(name, Style.LINE, series.x(), series.y(column));
        }

        /** The points of it up to this place on the x axis: what lies far behind would leave no room for the rest. */
        public Curve upTo(double limit) {
            int count =
                    (int) DoubleStream.of(x).takeWhile(value -> value <= limit).count();
            return new Curve(name, style, Arrays.copyOf(x, count), Arrays.copyOf(y, count));
        }

        /** A column of a series that is a histogram. */
        public static Curve histogram(String name, TimeSeries series, Column column) {
            return new Curve(name, Style.BARS, series.x(), series.y(column));
        }
    }
}
