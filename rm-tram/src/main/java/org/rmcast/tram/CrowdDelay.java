package org.rmcast.tram;

import java.util.random.RandomGenerator;

/**
 * Random times after which the few that come first spare all others the same word: however many wait, only some speak before they hear
 * one another. Most times are near the longest; the first of N is the earlier the larger N is.
 *
 * <p>Source: RFC 5401, section 3.2.3 (RandomBackoff): truncated exponential, {@code ln(1 + u (e^lambda - 1)) / lambda} with
 * {@code lambda = ln(group size) + 1}; Nonnenmacher and Biersack, "Scalable Feedback for Large Groups", IEEE/ACM ToN 7(3), 1999.
 */
final class CrowdDelay {
    private static final double GROUP_SIZE = 10_000;
    private static final double LAMBDA = Math.log(GROUP_SIZE) + 1;

    private CrowdDelay() {}

    /** A share of the longest time, 0 to 1. */
    static double share(RandomGenerator random) {
        return Math.log1p(random.nextDouble() * Math.expm1(LAMBDA)) / LAMBDA;
    }

    /** About how many began to wait at the same time, where the first of them spoke after a share of the longest time. */
    static double sizeOf(double firstShare) {
        return Math.exp(LAMBDA * (1 - Math.min(1, firstShare)));
    }
}
