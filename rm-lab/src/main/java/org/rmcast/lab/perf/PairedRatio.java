package org.rmcast.lab.perf;

import java.util.stream.IntStream;

/**
 * How much larger a figure is in one of two builds: the geometric mean of the ratios of pairs, and a 95 % interval of it by
 * Student's t on the logarithms of the ratios, which are taken as independent and near enough to normal.
 *
 * @param pairs pairs in which both figures are above 0; others have no ratio and do not count
 * @param ratio the mean; NaN without pairs
 * @param lower the interval's lower end; NaN with fewer than two pairs
 * @param upper its upper end; NaN with fewer than two pairs
 */
record PairedRatio(int pairs, double ratio, double lower, double upper) {
    /** Student's t for two-sided 95 %, by degrees of freedom from 1; table of the t distribution. */
    private static final double[] T_95 = {
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448,
        2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484,
        2.0452, 2.0423
    };

    /** The same for infinitely many degrees of freedom. */
    private static final double Z_95 = 1.9600;

    /**
     * Compares pair by pair.
     *
     * @param ours the figure in one build
     * @param others the figure in the other, in the same order, as many
     */
    static PairedRatio of(double[] ours, double[] others) {
        if (ours.length != others.length) {
            throw new IllegalArgumentException("pairs must be whole, were " + ours.length + " and " + others.length);
        }
        double[] logarithms = IntStream.range(0, ours.length)
                .filter(i -> ours[i] > 0 && others[i] > 0)
                .mapToDouble(i -> Math.log(ours[i] / others[i]))
                .toArray();
        int pairs = logarithms.length;
        double mean = IntStream.range(0, pairs).mapToDouble(i -> logarithms[i]).sum() / pairs;
        double squares = IntStream.range(0, pairs)
                .mapToDouble(i -> (logarithms[i] - mean) * (logarithms[i] - mean))
                .sum();
        if (pairs < 2) {
            return new PairedRatio(pairs, Math.exp(mean), Double.NaN, Double.NaN);
        }
        double half = student(pairs - 1) * Math.sqrt(squares / (pairs - 1) / pairs);
        return new PairedRatio(pairs, Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
    }

    /** Student's t for two-sided 95 %: beyond the table by two terms of its expansion in 1/degrees, good to 0.0001. */
    static double student(int degreesOfFreedom) {
        if (degreesOfFreedom <= T_95.length) {
            return T_95[degreesOfFreedom - 1];
        }
        double cube = Z_95 * Z_95 * Z_95;
        double first = (cube + Z_95) / 4;
        double second = (5 * cube * Z_95 * Z_95 + 16 * cube + 3 * Z_95) / 96;
        return Z_95 + (first + second / degreesOfFreedom) / degreesOfFreedom;
    }
}
