package org.rmcast.lab.papers.tachikawa;

import org.jspecify.annotations.Nullable;

/**
 * The least delay, and on top of it a lognormal one with mean and 80 % point as measured, where there is one.
 *
 * @param leastMillis the least delay
 * @param location the mean of the logarithm of what comes on top
 * @param shape its standard deviation
 */
record Lognormal(double leastMillis, double location, double shape) implements DelayModel {
    /**
     * The one of the smaller shape: ln(point) = ln(mean) - σ²/2 + zσ, of which not every path has a solution. The other one would have to
     * be cut, which takes its mean away.
     */
    static @Nullable Lognormal of(MeasuredPath path) {
        double z = normal(path.mostOfArrived());
        double mean = StrictMath.log(path.meanExcessMillis());
        double square = z * z - 2 * (StrictMath.log(path.mostMillis()) - mean);
        if (square < 0) {
            return null;
        }
        double shape = z - Math.sqrt(square);
        return new Lognormal(path.leastMillis(), mean - shape * shape / 2, shape);
    }

    @Override
    public double quantileMillis(double share) {
        return share <= 0 ? leastMillis : leastMillis + StrictMath.exp(location + shape * normal(share));
    }

    /**
     * The quantile of the normal distribution, to 0.00045.
     *
     * <p>Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.23.
     */
    private static double normal(double share) {
        double tail = Math.min(share, 1 - share);
        double t = Math.sqrt(-2 * StrictMath.log(tail));
        double z =
                t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
        return share < 0.5 ? -z : z;
    }
}
