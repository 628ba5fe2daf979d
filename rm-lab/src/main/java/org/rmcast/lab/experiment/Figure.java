package org.rmcast.lab.experiment;

import java.util.List;
import java.util.Objects;

/**
 * A plot.
 *
 * @param title with the paper's figure number where it has one
 * @param xLabel with the unit
 * @param yLabel with the unit
 * @param logarithmic whether the y axis is
 * @param curves in the order of the legend; points that are not numbers are left out
 */
public record Figure(String title, String xLabel, String yLabel, boolean logarithmic, List<Curve> curves) {
    public Figure {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(xLabel, "xLabel");
        Objects.requireNonNull(yLabel, "yLabel");
        curves = List.copyOf(curves);
    }

    /** How a curve is drawn. */
    public enum Style {
        /** A line. */
        LINE,
        /** A line with its points marked: for few of them. */
        MARKED,
        /** Points without a line: where values between them would mean something else, or were not measured. */
        POINTS
    }

    /**
     * One curve.
     *
     * @param name for the legend
     * @param x ascending, as long as {@code y}; neither is to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
    public record Curve(String name, Style style, double[] x, double[] y) {
        public Curve {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(style, "style");
            if (x.length != y.length) {
                throw new IllegalArgumentException(
                        "curve '" + name + "' has " + x.length + " x values and " + y.length + " y values");
            }
        }

        /** A line, with its points marked or not. */
        public Curve(String name, boolean marked, double[] x, double[] y) {
            this(name, marked ? Style.MARKED : Style.LINE, x, y);
        }

        /** A column of a series. */
        public static Curve of(String name, TimeSeries series, String column) {
            return new Curve(name, false, series.x(), series.y(column));
        }
    }
}
