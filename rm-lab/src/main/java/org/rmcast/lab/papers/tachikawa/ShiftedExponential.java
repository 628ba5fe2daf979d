package org.rmcast.lab.papers.tachikawa;

/**
 * The least delay, and on top of it an exponential one: the simplest model, with least and mean as measured.
 *
 * @param leastMillis the least delay
 * @param meanExcessMillis the mean of what comes on top
 */
record ShiftedExponential(double leastMillis, double meanExcessMillis) implements DelayModel {
    static ShiftedExponential of(MeasuredPath path) {
        return new ShiftedExponential(path.leastMillis(), path.meanExcessMillis());
    }

    @Override
    public double quantileMillis(double share) {
        return leastMillis - meanExcessMillis * StrictMath.log1p(-share);
    }
}
