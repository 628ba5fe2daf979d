package org.rmcast.srm;

/**
 * Constants that follow the duplicates and delays that a member sees: what is sent twice widens the timer, what comes late
 * narrows it, and who is nearest to the loss moves its timer forward.
 *
 * <p>Source: the adaptive SRM agent of ns-2.35. Targets are one duplicate and a delay of one round trip; averages are
 * exponentially weighted, by a quarter. With C1 and C2 for requests, and alike D1 and D2 for repairs, each time a timer is set for
 * something new:
 *
 * <ol>
 *   <li>this member was nearest: C2 −= 0.1;
 *   <li>else, duplicates ≥ 1: C1 += 0.1, C2 += 0.5;
 *   <li>else, duplicates < 0.9: if the delay > 1, C2 −= 0.1; if duplicates < 0.25, C1 −= 0.05;
 *   <li>else C1 += 0.05.
 * </ol>
 *
 * When a member sends in the first round: C1 −= 0.1, and it counts as nearest until a duplicate comes from one that is not farther
 * away by more than half. Not thread safe.
 */
final class AdaptiveConstants implements TimerConstants {
    /** C1 is at least that; D1 as well. */
    static final double LEAST_START = 0.5;
    /** C1 is at most that. */
    static final double MOST_REQUEST_START = 2;
    /** C2 and D2 are at least that. */
    static final double LEAST_WIDTH = 1;

    private static final double WEIGHT = 0.25;
    private static final double TARGET_DUPLICATES = 1;
    private static final double TARGET_DELAY = 1;
    private static final double TOLERANCE = 0.1;
    private static final double FEW_DUPLICATES = 0.25;
    private static final double FARTHER = 1.5;

    /** Whether start is bounded by log10 G, and begins there. */
    private final boolean ofRepairs;

    private double start;
    private double width;
    private double mostStart;
    private double mostWidth;
    private double averageDuplicates;
    private double averageDelay;
    private int duplicates;
    private boolean nearest;
    private boolean begun;

    private AdaptiveConstants(boolean ofRepairs, double start, double width) {
        this.ofRepairs = ofRepairs;
        this.start = start;
        this.width = width;
        onGroup(1);
    }

    /** C1 and C2, which begin with these; C1 in [0.5, 2], C2 in [1, G]. */
    static AdaptiveConstants ofRequests(double start, double width) {
        return new AdaptiveConstants(false, start, width);
    }

    /** D1 and D2, which begin with log10 G; D1 in [0.5, log10 G], D2 in [1, G]. */
    static AdaptiveConstants ofRepairs() {
        return new AdaptiveConstants(true, 1, 1);
    }

    @Override
    public double start() {
        return Math.max(LEAST_START, Math.min(mostStart, start));
    }

    @Override
    public double width() {
        return Math.max(LEAST_WIDTH, Math.min(mostWidth, width));
    }

    @Override
    public void onGroup(int members) {
        double logarithm = FixedConstants.logarithm(members);
        mostStart = ofRepairs ? logarithm : MOST_REQUEST_START;
        // With two or three members C2 begins at 2 all the same.
        mostWidth = Math.max(2, members);
        if (ofRepairs && !begun) {
            start = logarithm;
            width = logarithm;
        }
    }

    @Override
    public void onNew() {
        if (begun) {
            averageDuplicates += WEIGHT * (duplicates - averageDuplicates);
            adapt();
            start = start();
            width = width();
        }
        begun = true;
        duplicates = 0;
    }

    private void adapt() {
        if (nearest) {
            width -= 0.1;
            nearest = false;
        } else if (averageDuplicates >= TARGET_DUPLICATES) {
            start += 0.1;
            width += 0.5;
        } else if (averageDuplicates < TARGET_DUPLICATES - TOLERANCE) {
            if (averageDelay > TARGET_DELAY) {
                width -= 0.1;
            }
            if (averageDuplicates < FEW_DUPLICATES) {
                start -= 0.05;
            }
        } else {
            start += 0.05;
        }
    }

    @Override
    public void onSent() {
        start = Math.max(LEAST_START, start - 0.1);
        nearest = true;
    }

    @Override
    public void onDuplicate(boolean alsoSent, long theirNanos, long ownNanos) {
        duplicates++;
        if (alsoSent) {
            nearest = theirNanos > FARTHER * ownNanos;
        }
    }

    @Override
    public void onDelay(double roundTrips) {
        averageDelay += WEIGHT * (roundTrips - averageDelay);
    }

    /** The average number of duplicates. */
    double averageDuplicates() {
        return averageDuplicates;
    }

    /** The average delay, in round trips. */
    double averageDelay() {
        return averageDelay;
    }

    @Override
    public String toString() {
        return "[" + start() + ", +" + width() + "], " + averageDuplicates + " duplicates, " + averageDelay
                + " round trips";
    }
}
