package org.rmcast.lab.perf;

import java.util.List;

/**
 * How two builds are compared: pairs of runs, one of each build, in processes that are started anew every so often, since what
 * one JVM has compiled for good or bad stays with it.
 *
 * @param plan sizes, losses, receivers and times
 * @param withRaw whether raw is compared as well as the plan's protocols
 * @param pairs how many pairs of runs for each size and loss, 2 to 1000
 * @param freshEvery after how many pairs of each size and loss processes are started anew, at least 1
 */
record BuildPlan(PerfPlan plan, boolean withRaw, int pairs, int freshEvery) {
    BuildPlan {
        if (pairs < 2 || pairs > 1_000) {
            throw new IllegalArgumentException("pairs must be 2 to 1000, was " + pairs);
        }
        if (freshEvery < 1) {
            throw new IllegalArgumentException("fresh-every must be at least 1, was " + freshEvery);
        }
    }

    List<String> carriers() {
        return withRaw ? plan.carriers() : plan.protocols();
    }

    /** How often processes are started. */
    int rounds() {
        return (pairs + freshEvery - 1) / freshEvery;
    }

    /** How many pairs of a size and loss are run in a round. */
    int pairsInRound(int round) {
        return Math.min(freshEvery, pairs - round * freshEvery);
    }

    /** About what all of it takes. */
    double estimatedSeconds() {
        double runsInRound =
                plan.goodputScenarios().size() * 2.0 * (freshEvery + PerfPlan.WARM_UPS) + 2.0 * PerfPlan.FIRST_WARM_UPS;
        return carriers().size() * rounds() * runsInRound * (plan.seconds() + 1);
    }
}
