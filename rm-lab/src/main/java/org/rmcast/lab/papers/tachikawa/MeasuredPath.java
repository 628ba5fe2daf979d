package org.rmcast.lab.papers.tachikawa;

import java.util.Locale;
import org.rmcast.core.paths.PathEstimate;

/**
 * What was measured from Hatoyama with 5,000 pings to each. Paper: table 1, and section 3 for the time in which 80 % of what was sent has
 * arrived. Whether these are round trips is not said; they are taken for one way, as the paper does in its introduction.
 */
enum MeasuredPath {
    SENDAI("Sendai", 30.437, 60.427, 756.263, 0.009, 50),
    UCLA("UCLA", 119.506, 157.171, 532.433, 0.083, 85),
    KEELE("Keele", 164.497, 241.370, 2733.565, 0.117, 137);

    /** The share of the packets sent that {@link #mostMillis} speaks of. */
    static final double MOST = 0.8;

    static final int PINGS = 5_000;

    private final String place;
    private final double leastMillis;
    private final double meanMillis;
    private final double greatestMillis;
    private final double loss;
    private final double mostMillis;

    MeasuredPath(
            String place,
            double leastMillis,
            double meanMillis,
            double greatestMillis,
            double loss,
            double mostMillis) {
        this.place = place;
        this.leastMillis = leastMillis;
        this.meanMillis = meanMillis;
        this.greatestMillis = greatestMillis;
        this.loss = loss;
        this.mostMillis = mostMillis;
    }

    String place() {
        return place;
    }

    String id() {
        return place.toLowerCase(Locale.ROOT);
    }

    double leastMillis() {
        return leastMillis;
    }

    double meanMillis() {
        return meanMillis;
    }

    double greatestMillis() {
        return greatestMillis;
    }

    double loss() {
        return loss;
    }

    /** In so long after the fastest packet 80 % of those sent have arrived. */
    double mostMillis() {
        return mostMillis;
    }

    /** What of the packets that arrive do so in that time: lost ones count among those sent. */
    double mostOfArrived() {
        return MOST / (1 - loss);
    }

    /** The mean above the fastest packet. */
    double meanExcessMillis() {
        return meanMillis - leastMillis;
    }

    PathEstimate estimate() {
        return new PathEstimate(meanMillis, loss);
    }
}
