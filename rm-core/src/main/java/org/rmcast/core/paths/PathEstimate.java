package org.rmcast.core.paths;

/**
 * What is known of the path from one process to another.
 *
 * <p>What is measured by few probes cannot show that nothing ever arrives: a loss above {@link #MAX_LOSS} counts as that, so
 * that no time that follows from it is infinite.
 *
 * @param delayMillis δ, the mean delay one way in milliseconds, 0 to {@link #MAX_DELAY_MILLIS}
 * @param loss ε, the share of packets that are lost, 0 to 1
 */
public record PathEstimate(double delayMillis, double loss) {
    /** The highest loss that is reckoned with. */
    public static final double MAX_LOSS = 0.999;
    /** An hour. */
    public static final double MAX_DELAY_MILLIS = 3_600_000;

    /** @throws IllegalArgumentException if the delay or the loss is out of range */
    public PathEstimate {
        if (!(delayMillis >= 0 && delayMillis <= MAX_DELAY_MILLIS)) {
            throw new IllegalArgumentException(
                    "delayMillis must be 0 to " + MAX_DELAY_MILLIS + " ms, was " + delayMillis);
        }
        loss = Math.min(MAX_LOSS, PathModel.probability("loss", loss));
    }
}
