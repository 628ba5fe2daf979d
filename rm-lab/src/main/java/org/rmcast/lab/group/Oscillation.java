package org.rmcast.lab.group;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Distribution;

/** The turning points of something that rises and falls, such as a buffer between its marks. */
final class Oscillation {
    private final List<Double> troughs = new ArrayList<>();
    private final List<Double> peaks = new ArrayList<>();

    /**
     * Finds them.
     *
     * @param least how far it must have turned back to count as a turn, positive
     */
    Oscillation(double[] values, double least) {
        boolean rising = true;
        double extreme = Double.NaN;
        for (double value : values) {
            if (Double.isNaN(value)) {
                continue;
            }
            if (Double.isNaN(extreme) || (rising ? value > extreme : value < extreme)) {
                extreme = value;
            } else if (rising ? extreme - value >= least : value - extreme >= least) {
                (rising ? peaks : troughs).add(extreme);
                rising = !rising;
                extreme = value;
            }
        }
    }

    int turns() {
        return troughs.size();
    }

    /** The median of the low turning points, NaN if there are none. */
    double medianTrough() {
        return median(troughs);
    }

    double medianPeak() {
        return median(peaks);
    }

    private static double median(List<Double> values) {
        return new Distribution(values.stream().mapToDouble(Double::doubleValue).toArray()).percentile(0.5);
    }
}
