package org.rmcast.srm;

import java.util.random.RandomGenerator;

/**
 * Draws delays that are scaled by distance, so that the one nearest to who is asked, or to who asks, is likely to be first, and the
 * others hear it before their own timers end.
 *
 * <p>Source: the timers of the SRM agents of ns-2.35: 2^i · U[C1·d, (C1 + C2)·d], where i counts the rounds after the first, at most 5.
 * Besides there is a floor for d: where members are microseconds apart, what suppresses is heard only after a host has woken up and
 * read it, which takes longer. And a longest delay. Not thread safe.
 */
final class SuppressionTimer {
    /** The delay is doubled so many times at most. */
    static final int MOST_DOUBLINGS = 5;

    private final TimerConstants constants;
    private final BackOff backOff;
    private final double growth;
    private final long floorNanos;
    private final long longestNanos;
    private final RandomGenerator random;
    private int members = 1;

    /**
     * @param growth by what a further round multiplies the delay, 1 or more
     * @param floorNanos the least distance, positive
     * @param longestNanos the longest delay, positive
     */
    SuppressionTimer(
            TimerConstants constants,
            BackOff backOff,
            double growth,
            long floorNanos,
            long longestNanos,
            RandomGenerator random) {
        this.constants = constants;
        this.backOff = backOff;
        this.growth = growth;
        this.floorNanos = floorNanos;
        this.longestNanos = longestNanos;
        this.random = random;
    }

    /** So many members are known, this one included. */
    void onGroup(int count) {
        members = Math.max(1, count);
        constants.onGroup(members);
    }

    /** The constants, for what is learnt. */
    TimerConstants constants() {
        return constants;
    }

    /** A distance, but not below the floor. */
    long scale(long distanceNanos) {
        return Math.max(floorNanos, distanceNanos);
    }

    /**
     * So many distances, but not longer than the longest delay: a host that paused seems to be seconds away.
     *
     * @param distances how many, positive
     * @param distanceNanos the distance, as measured
     */
    long spanNanos(int distances, long distanceNanos) {
        return Math.min(longestNanos, distances * scale(distanceNanos));
    }

    /**
     * A delay.
     *
     * @param distanceNanos the distance d, as measured
     * @param round 0 for the first round
     * @return nanoseconds from now, positive
     */
    long drawNanos(long distanceNanos, int round) {
        double share = constants.start() + constants.width() * backOff.share(random.nextDouble(), members);
        double delay = Math.pow(growth, Math.min(round, MOST_DOUBLINGS)) * share * scale(distanceNanos);
        return Math.max(1, (long) Math.min((double) longestNanos, delay));
    }
}
