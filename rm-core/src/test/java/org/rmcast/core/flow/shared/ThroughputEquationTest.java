package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values by hand: 1,000 bytes, 100 ms. */
class ThroughputEquationTest {
    @ParameterizedTest
    @CsvSource({"0.01, 112332", "1, 41.0988", "0.0001, 1223644"})
    void shouldGiveTheRateOfTheEquation(double p, double bytesPerSecond) {
        assertThat(ThroughputEquation.bytesPerSecond(1_000, 0.1, p))
                .isCloseTo(bytesPerSecond, within(bytesPerSecond / 10_000));
    }

    @Test
    void shouldNotBoundWhatLosesNothing() {
        assertThat(ThroughputEquation.bytesPerSecond(1_000, 0.1, 0)).isInfinite();
        assertThat(ThroughputEquation.bytesPerSecond(1_000, 0.1, Double.NaN)).isInfinite();
    }

    @Test
    void shouldFindTheLossesOfARate() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 1_000; i++) {
            double p = Math.pow(10, -8 * random.nextDouble());
            double roundTrip = 0.001 + random.nextDouble();
            double rate = ThroughputEquation.bytesPerSecond(1_400, roundTrip, p);
            assertThat(ThroughputEquation.lossEventRate(1_400, roundTrip, rate))
                    .as("seed 7, p %s, round trip %s", p, roundTrip)
                    .isCloseTo(p, within(p / 1_000));
        }
    }
}
