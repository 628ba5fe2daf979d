package org.rmcast.lab.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.LongFunction;

/**
 * One run made several times from different seeds, since one seed may be luck: every figure is the median of the
 * repetitions' (the lower of the two middle ones), series and notes are those of the repetition that lies in the middle.
 */
public final class Repetitions {
    private static final String LOWEST = " lowest";
    private static final String HIGHEST = " highest";

    private Repetitions() {}

    /**
     * Makes the repetitions, with the seeds {@code seed}, {@code seed + 1} and on.
     *
     * @param times how often, 1 or more
     * @param spread figures whose lowest and highest values become figures too, one at least; by the first of them the
     *     repetitions are ordered
     */
    public static Measurement median(
            String run, long seed, int times, List<String> spread, LongFunction<Measurement> one) {
        if (times < 1) {
            throw new IllegalArgumentException("times must be 1 or more, was " + times);
        }
        String order = spread.get(0);
        List<Measurement> made = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            made.add(one.apply(seed + i));
        }
        made.sort(Comparator.comparingDouble(measurement -> measurement.getOr(order, Double.POSITIVE_INFINITY)));
        Measurement middle = made.get((times - 1) / 2);
        Measurement result = new Measurement(run);
        for (Map.Entry<String, Double> figure : middle.figures().entrySet()) {
            result.put(figure.getKey(), median(figure.getKey(), made));
        }
        for (String figure : spread) {
            double[] values = made.stream()
                    .mapToDouble(measurement -> measurement.getOr(figure, Double.NaN))
                    .sorted()
                    .toArray();
            result.put(lowest(figure), values[0]).put(highest(figure), values[times - 1]);
        }
        new LinkedHashMap<>(middle.allSeries()).forEach(result::put);
        middle.notes().forEach(result::note);
        return result;
    }

    /** The name of a figure's lowest value over the repetitions. */
    public static String lowest(String figure) {
        return figure + LOWEST;
    }

    /** The name of a figure's highest value over the repetitions. */
    public static String highest(String figure) {
        return figure + HIGHEST;
    }

    /** The median of a figure of which the spread was asked for, with its lowest and highest value where they differ. */
    public static String words(Measurement measurement, String figure, DoubleFunction<String> each) {
        String median = each.apply(measurement.get(figure));
        String lowest = each.apply(measurement.get(lowest(figure)));
        String highest = each.apply(measurement.get(highest(figure)));
        return lowest.equals(highest) ? median : median + " (" + lowest + " to " + highest + ")";
    }

    /** Of those that have it: what happened in fewer than half of them has not happened. */
    private static double median(String figure, List<Measurement> made) {
        double[] values = made.stream()
                .mapToDouble(measurement -> measurement.getOr(figure, Double.POSITIVE_INFINITY))
                .sorted()
                .toArray();
        double value = values[(values.length - 1) / 2];
        return Double.isInfinite(value) ? Double.NaN : value;
    }
}
