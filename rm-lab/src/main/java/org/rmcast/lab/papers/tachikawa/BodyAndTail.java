package org.rmcast.lab.papers.tachikawa;

/**
 * Delays with a bounded heavy tail: a body that falls off exponentially up to a point, and a Pareto tail from there to the greatest delay.
 *
 * <p>It has as many parameters as there are figures to fit. The point and the share below it are those of the paper's figure 2.
 * The tail's exponent makes the greatest delay one that a tail without bound would exceed once in the pings that were measured. The
 * body's rate makes the mean the measured one.
 *
 * @param leastMillis the least delay
 * @param pointMillis where the body ends, above the least
 * @param bodyShare the share of delays in the body
 * @param bodyRate how fast the body falls off, per millisecond, not 0
 * @param exponent of the tail, not 1
 * @param boundMillis the greatest delay, above the least
 */
record BodyAndTail(
        double leastMillis, double pointMillis, double bodyShare, double bodyRate, double exponent, double boundMillis)
        implements DelayModel {
    private static final int BISECTIONS = 100;
    /** Rates per point between which the body's is sought: nearly all at its beginning, nearly all at its end. */
    private static final double STEEPEST = 200;
    /** Below this the body is as good as uniform, and its formula loses all digits. */
    private static final double FLAT = 1e-4;

    /** The model with all of what was measured of a path. */
    static BodyAndTail of(MeasuredPath path) {
        double point = path.mostMillis();
        double bound = path.greatestMillis() - path.leastMillis();
        double share = path.mostOfArrived();
        double beyond = MeasuredPath.PINGS * (1 - path.loss()) * (1 - share);
        double exponent = StrictMath.log(beyond) / StrictMath.log(bound / point);
        double tail = tailMean(point, bound, exponent);
        double body = (path.meanExcessMillis() - (1 - share) * tail) / share;
        if (!(body > 0 && body < point)) {
            throw new IllegalArgumentException("no body up to " + point + " ms has the mean " + body + " ms");
        }
        return new BodyAndTail(path.leastMillis(), point, share, rate(body, point), exponent, bound);
    }

    @Override
    public double quantileMillis(double share) {
        return leastMillis
                + (share < bodyShare ? body(share / bodyShare) : tail((share - bodyShare) / (1 - bodyShare)));
    }

    private double body(double share) {
        return -StrictMath.log1p(share * StrictMath.expm1(-bodyRate * pointMillis)) / bodyRate;
    }

    private double tail(double share) {
        double kept = 1 - StrictMath.pow(pointMillis / boundMillis, exponent);
        return pointMillis * StrictMath.pow(1 - share * kept, -1 / exponent);
    }

    /** The mean of a Pareto distribution that is cut at its bound. */
    private static double tailMean(double point, double bound, double exponent) {
        double kept = 1 - StrictMath.pow(point / bound, exponent);
        return exponent * point / (exponent - 1) * (1 - StrictMath.pow(point / bound, exponent - 1)) / kept;
    }

    /** The mean of an exponential distribution that is cut at a point. */
    private static double bodyMean(double rate, double point) {
        double steps = rate * point;
        return Math.abs(steps) < FLAT ? point / 2 - steps * point / 12 : 1 / rate - point / StrictMath.expm1(steps);
    }

    private static double rate(double mean, double point) {
        double low = -STEEPEST / point;
        double high = STEEPEST / point;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (low + high) / 2;
            if (bodyMean(middle, point) > mean) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }
}
