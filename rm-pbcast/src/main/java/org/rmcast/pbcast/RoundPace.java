package org.rmcast.pbcast;

/**
 * How long the rounds of gossip are: as configured while there is anything to repair, to hold or to tell; longer and longer, up to a
 * second, while nothing happens. Not thread safe.
 */
final class RoundPace {
    private static final long LONGEST_NANOS = 1_000_000_000L;
    /** Rounds without anything new before they get longer. */
    private static final int PATIENCE_ROUNDS = 10;

    private final long roundNanos;
    private long intervalNanos;
    private int idleRounds;

    RoundPace(long roundNanos) {
        this.roundNanos = roundNanos;
        this.intervalNanos = roundNanos;
    }

    /** A round ends; returns how long the next one is. */
    long next(boolean idle) {
        idleRounds = idle ? Math.min(idleRounds + 1, PATIENCE_ROUNDS) : 0;
        intervalNanos = idleRounds < PATIENCE_ROUNDS
                ? roundNanos
                : Math.max(roundNanos, Math.min(LONGEST_NANOS, 2 * intervalNanos));
        return intervalNanos;
    }

    /** Something happens: returns whether rounds had become longer, and are short again from now on. */
    boolean wake() {
        idleRounds = 0;
        boolean slept = intervalNanos > roundNanos;
        intervalNanos = roundNanos;
        return slept;
    }
}
