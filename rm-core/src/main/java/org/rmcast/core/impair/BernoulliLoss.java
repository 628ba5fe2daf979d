package org.rmcast.core.impair;

import java.util.Objects;
import java.util.random.RandomGenerator;

/** Independent loss: each datagram is lost with the same probability, whatever happened to the others. */
public final class BernoulliLoss implements LossModel {
    private final double probability;
    private final RandomGenerator random;

    /**
     * Makes the model.
     *
     * @param probability of losing a datagram, 0 to 1
     * @throws IllegalArgumentException if the probability is out of range
     */
    public BernoulliLoss(double probability, RandomGenerator random) {
        this.probability = Checks.probability("loss", probability);
        this.random = Objects.requireNonNull(random, "random");
    }

    @Override
    public boolean shouldDrop() {
        return random.nextDouble() < probability;
    }
}
