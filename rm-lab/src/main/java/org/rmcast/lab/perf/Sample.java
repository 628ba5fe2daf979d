package org.rmcast.lab.perf;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * What repeated runs gave for one figure.
 *
 * @param median the middle one; of an even number, the mean of the two in the middle
 * @param lowest the lowest
 * @param highest the highest
 */
record Sample(double median, double lowest, double highest) {
    /** Of at least one value. */
    static Sample of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("a sample needs at least one value");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Sample(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** Of one figure of each item. */
    static <T> Sample of(Collection<T> items, ToDoubleFunction<? super T> figure) {
        return of(items.stream().mapToDouble(figure).toArray());
    }
}
