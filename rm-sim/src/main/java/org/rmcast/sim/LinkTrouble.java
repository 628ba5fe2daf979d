package org.rmcast.sim;

import java.time.Duration;

/**
 * How bad a random {@link FaultPlan} may make each direction of each link. Every plan draws one severity, 0 to 1, that loss is
 * multiplied with: some plans should be mild, some hard all over.
 *
 * @param maxLoss the most loss, 0 to 0.9; one in three is in bursts
 * @param maxCorruption the most datagrams with changed bytes, as a share, 0 to 1
 * @param maxDuplication the most datagrams that arrive twice, as a share, 0 to 1
 * @param maxReordering the most datagrams that are overtaken, as a share, 0 to 1
 * @param maxReorderDelay less than so much later than the others do they arrive, positive
 * @param maxJitter datagrams take longer than the link's delay by up to less than this, positive
 */
public record LinkTrouble(
        double maxLoss,
        double maxCorruption,
        double maxDuplication,
        double maxReordering,
        Duration maxReorderDelay,
        Duration maxJitter) {
    /** Up to 30 % loss, 2 % corruption, 5 % duplicates, 10 % overtaken by 20 ms, 5 ms jitter. */
    static final LinkTrouble USUAL = new LinkTrouble(0.3, 0.02, 0.05, 0.1, Duration.ofMillis(20), Duration.ofMillis(5));

    public LinkTrouble {
        share("maxLoss", maxLoss, 0.9);
        share("maxCorruption", maxCorruption, 1);
        share("maxDuplication", maxDuplication, 1);
        share("maxReordering", maxReordering, 1);
        positive("maxReorderDelay", maxReorderDelay);
        positive("maxJitter", maxJitter);
    }

    LinkTrouble withMaxLoss(double loss) {
        return new LinkTrouble(loss, maxCorruption, maxDuplication, maxReordering, maxReorderDelay, maxJitter);
    }

    LinkTrouble withMaxCorruption(double corruption) {
        return new LinkTrouble(maxLoss, corruption, maxDuplication, maxReordering, maxReorderDelay, maxJitter);
    }

    private static void share(String field, double value, double most) {
        if (!(value >= 0 && value <= most)) {
            throw new IllegalArgumentException(
                    field + " must be 0 to " + (most == 1 ? "1" : String.valueOf(most)) + ", was " + value);
        }
    }

    private static void positive(String field, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(field + " must be positive, was " + value);
        }
    }
}
