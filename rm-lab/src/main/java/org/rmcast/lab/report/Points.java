package org.rmcast.lab.report;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Figure;

/** The points of a curve that can be drawn. */
final class Points {
    /** Less than a pixel, more than the plotting library takes for equal. */
    private static final double UNEVEN = 1e-3;

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

    /** XChart puts the ticks of evenly spaced points on the points, round or not: these are a little uneven. */
    Points unevenly() {
        if (points.size() < 3) {
            return this;
        }
        List<double[]> moved = new ArrayList<>(points);
        double[] second = moved.get(1);
        double step = second[0] - moved.get(0)[0];
        moved.set(1, new double[] {second[0] + step * UNEVEN, second[1]});
        return new Points(moved);
    }
}
