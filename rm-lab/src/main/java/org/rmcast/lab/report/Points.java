package org.rmcast.lab.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmcast.lab.experiment.Figure;

/** The points of a curve that can be drawn. */
final class Points {
    private final List<double[]> points;

    private Points(List<double[]> points) {
        this.points = points;
    }

    /** Those that are numbers, and positive if the axis is logarithmic. */
    static Points of(Figure.Curve curve, boolean logarithmic) {
        List<double[]> points = new ArrayList<>();
        for (int i = 0; i < curve.x().length; i++) {
            double y = curve.y()[i];
            if (Double.isFinite(y) && !(logarithmic && y <= 0)) {
                points.add(new double[] {curve.x()[i], y});
            }
        }
        return new Points(points);
    }

    boolean isEmpty() {
        return points.isEmpty();
    }

    double[] x() {
        return points.stream().mapToDouble(point -> point[0]).toArray();
    }

    double[] y() {
        return points.stream().mapToDouble(point -> point[1]).toArray();
    }

    /** Positive infinity if there are none. */
    double leastX() {
        return Arrays.stream(x()).min().orElse(Double.POSITIVE_INFINITY);
    }

    /** Negative infinity if there are none. */
    double greatestX() {
        return Arrays.stream(x()).max().orElse(Double.NEGATIVE_INFINITY);
    }

    double leastY() {
        return Arrays.stream(y()).min().orElse(Double.POSITIVE_INFINITY);
    }

    double greatestY() {
        return Arrays.stream(y()).max().orElse(Double.NEGATIVE_INFINITY);
    }

    /** At most {@code limit} points with the same outline: of each stretch the lowest and the highest. */
    Points thinned(int limit) {
        if (points.size() <= limit) {
            return this;
        }
        List<double[]> kept = new ArrayList<>();
        int stretches = limit / 2;
        for (int i = 0; i < stretches; i++) {
            int from = (int) ((long) points.size() * i / stretches);
            int to = (int) ((long) points.size() * (i + 1) / stretches);
            int low = from;
            int high = from;
            for (int j = from; j < to; j++) {
                low = points.get(j)[1] < points.get(low)[1] ? j : low;
                high = points.get(j)[1] > points.get(high)[1] ? j : high;
            }
            kept.add(points.get(Math.min(low, high)));
            if (low != high) {
                kept.add(points.get(Math.max(low, high)));
            }
        }
        return new Points(kept);
    }
}
