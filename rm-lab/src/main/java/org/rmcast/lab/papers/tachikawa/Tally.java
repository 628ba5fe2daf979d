package org.rmcast.lab.papers.tachikawa;

/** Mean of values that come one by one, and how far off it may be. Not thread safe. */
final class Tally {
    private long count;
    private double mean;
    private double squares;

    void add(double value) {
        count++;
        double before = value - mean;
        mean += before / count;
        squares += before * (value - mean);
    }

    double mean() {
        return mean;
    }

    /** The standard error of the mean, 0 of fewer than two values. */
    double standardError() {
        return count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count);
    }

    /** The standard deviation of the values, 0 of fewer than two. */
    double deviation() {
        return count < 2 ? 0 : Math.sqrt(squares / (count - 1));
    }
}
