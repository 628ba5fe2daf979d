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
 * @param warmUpSeconds how long new processes of each build run at least before pairs count, 0 to 600; in any case until compilers
 *     have little to do, as far as a bound
 */
record BuildPlan(PerfPlan plan, boolean withRaw, int pairs, int freshEvery, double warmUpSeconds) {
    BuildPlan {
        if (pairs < 2 || pairs > 1_000) {
            throw new IllegalArgumentException("pairs must be 2 to 1000, was " + pairs);
        }
        if (freshEvery < 1) {
            throw new IllegalArgumentException("fresh-every must be at least 1, was " + freshEvery);
        }
        if (!(warmUpSeconds >= 0 && warmUpSeconds <= 600)) {
            throw new IllegalArgumentException("warm-up must be 0 to 600 seconds, was " + warmUpSeconds);
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

    /** The least number of runs of each build before pairs count. */
    int warmUps() {
        return (int) Math.ceil(warmUpSeconds / plan.seconds());
    }

    /** About what all of it takes. */
    double estimatedSeconds() {
        int scenarios = plan.goodputScenarios().size();
        int warmUps = Math.max(scenarios * PerfPlan.WARM_UPS + plan.firstWarmUps(), scenarios * warmUps());
        double runsInRound = 2.0 * (scenarios * freshEvery + warmUps);
        return carriers().size() * rounds() * runsInRound * (plan.seconds() + 1);
    }
}
