package org.rmcast.core.impair;

import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Loss in bursts: a two-state Markov chain that moves once for each datagram and loses with another probability in each
 * state. It starts in the good state.
 *
 * <p>Paper: Gilbert (1960) and Elliott (1963), with p the chance to go from good to bad and r from bad to good. The share
 * of time in the bad state is p / (p + r), the mean stay there 1 / r datagrams.
 */
public final class GilbertElliottLoss implements LossModel {
    private final Settings settings;
    private final RandomGenerator random;
    private boolean bad;

    /** Makes the model in its good state. */
    public GilbertElliottLoss(Settings settings, RandomGenerator random) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.random = Objects.requireNonNull(random, "random");
    }

    @Override
    public boolean shouldDrop() {
        double move = random.nextDouble();
        bad = bad ? move >= settings.badToGood() : move < settings.goodToBad();
        double loss = bad ? settings.lossInBad() : settings.lossInGood();
        return loss > 0 && (loss >= 1 || random.nextDouble() < loss);
    }

    /**
     * The chain's four probabilities, each 0 to 1.
     *
     * @param goodToBad p, the chance per datagram to enter the bad state
     * @param badToGood r, the chance per datagram to leave it
     * @param lossInGood the loss in the good state
     * @param lossInBad the loss in the bad state
     */
    public record Settings(double goodToBad, double badToGood, double lossInGood, double lossInBad) {
        public Settings {
            Checks.probability("gilbert good-to-bad", goodToBad);
            Checks.probability("gilbert bad-to-good", badToGood);
            Checks.probability("gilbert loss in good", lossInGood);
            Checks.probability("gilbert loss in bad", lossInBad);
        }

        /**
         * The simple chain (no loss when good, all lost when bad) of a given mean: r = 1 / burst, p = r·loss / (1 -
         * loss).
         *
         * @param meanLoss the share of datagrams lost, 0 to below 1
         * @param meanBurst the mean length of a run of losses in datagrams, at least 1 and long enough for the loss: at
         *     least loss / (1 - loss)
         * @throws IllegalArgumentException if there is no such chain
         */
        public static Settings ofMean(double meanLoss, double meanBurst) {
            Checks.probability("loss", meanLoss);
            if (meanLoss >= 1) {
                throw new IllegalArgumentException("loss must be below 100% when it comes in bursts, was " + meanLoss);
            }
            double shortest = Math.max(1, meanLoss / (1 - meanLoss));
            if (!(meanBurst >= shortest) || !(meanBurst <= Impairments.MAX_BURST_PACKETS)) {
                throw new IllegalArgumentException("burst must be " + shortest + " to " + Impairments.MAX_BURST_PACKETS
                        + " packets at this loss, was " + meanBurst);
            }
            double leave = 1 / meanBurst;
            return new Settings(Math.min(1, leave * meanLoss / (1 - meanLoss)), leave, 0, 1);
        }

        /** The share of datagrams lost in the long run, 0 to 1. */
        public double meanLoss() {
            double moves = goodToBad + badToGood;
            double share = moves == 0 ? 0 : goodToBad / moves;
            return share * lossInBad + (1 - share) * lossInGood;
        }
    }
}
