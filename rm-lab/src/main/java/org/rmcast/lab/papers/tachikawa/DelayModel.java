package org.rmcast.lab.papers.tachikawa;

import java.util.random.RandomGenerator;

/** A distribution of delays one way, by its quantiles. Immutable. */
interface DelayModel {
    /**
     * The delay below which a share of packets stays, in milliseconds.
     *
     * @param share 0 to below 1
     */
    double quantileMillis(double share);

    /** A packet's delay. */
    default double sampleMillis(RandomGenerator random) {
        return quantileMillis(random.nextDouble());
    }
}
