package org.rmcast.srm;

/**
 * Constants that learn nothing; they may follow the size of the group.
 *
 * <p>Source: the SRM agents basic, fixed, deterministic and probabilistic of ns-2.35.
 */
final class FixedConstants implements TimerConstants {
    private final double start;
    private final double width;
    private final boolean logarithmic;
    private int members = 1;

    private FixedConstants(double start, double width, boolean logarithmic) {
        this.start = start;
        this.width = width;
        this.logarithmic = logarithmic;
    }

    /** These, 0 or more each. */
    static FixedConstants of(double start, double width) {
        return new FixedConstants(start, width, false);
    }

    /** Both are log10 G. */
    static FixedConstants logarithmic() {
        return new FixedConstants(0, 0, true);
    }

    @Override
    public double start() {
        return logarithmic ? logarithm(members) : start;
    }

    @Override
    public double width() {
        return logarithmic ? logarithm(members) : width;
    }

    @Override
    public void onGroup(int count) {
        members = Math.max(1, count);
    }

    /** log10 G, but as if there were ten members at least: with fewer there would be no delay, and nothing to suppress by. */
    static double logarithm(int members) {
        return Math.log10(Math.max(10, members));
    }

    @Override
    public String toString() {
        return "[" + start() + ", +" + width() + "]";
    }
}
