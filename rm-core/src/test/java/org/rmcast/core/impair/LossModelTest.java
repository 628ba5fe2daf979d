package org.rmcast.core.impair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LossModelTest {
    private static final int DATAGRAMS = 4_000_000;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001, 0.05, 0.3, 1})
    void shouldLoseTheShareAskedForIndependently(double probability) {
        Outcome outcome = run(new BernoulliLoss(probability, new SplittableRandom(3)));
        assertThat(outcome.loss()).isCloseTo(probability, within(0.003));
        if (probability > 0.01 && probability < 1) {
            assertThat(outcome.meanBurst()).isCloseTo(1 / (1 - probability), within(0.03));
        }
    }

    @ParameterizedTest
    @CsvSource({"0.05,8", "0.01,20", "0.3,3", "0.2,1", "0.5,1"})
    void shouldLoseInBurstsOfTheMeanLengthAskedFor(double loss, double burst) {
        GilbertElliottLoss.Settings settings = GilbertElliottLoss.Settings.ofMean(loss, burst);
        assertThat(settings.meanLoss()).isCloseTo(loss, within(1e-12));
        Outcome outcome = run(new GilbertElliottLoss(settings, new SplittableRandom(5)));
        assertThat(outcome.loss()).isCloseTo(loss, within(loss * 0.08));
        assertThat(outcome.meanBurst()).isCloseTo(burst, within(burst * 0.05));
    }

    @Test
    void shouldLoseWithTheProbabilityOfEachState() {
        GilbertElliottLoss.Settings settings = new GilbertElliottLoss.Settings(0.1, 0.3, 0.02, 0.5);
        Outcome outcome = run(new GilbertElliottLoss(settings, new SplittableRandom(7)));
        assertThat(outcome.loss()).isCloseTo(0.25 * 0.5 + 0.75 * 0.02, within(0.005));
        assertThat(settings.meanLoss()).isCloseTo(0.14, within(1e-12));
    }

    private static Outcome run(LossModel model) {
        int losses = 0;
        int bursts = 0;
        boolean before = false;
        for (int i = 0; i < DATAGRAMS; i++) {
            boolean lost = model.shouldDrop();
            losses += lost ? 1 : 0;
            bursts += lost && !before ? 1 : 0;
            before = lost;
        }
        return new Outcome((double) losses / DATAGRAMS, (double) losses / Math.max(1, bursts));
    }

    private record Outcome(double loss, double meanBurst) {}
}
