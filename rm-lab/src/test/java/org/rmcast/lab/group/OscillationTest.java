package org.rmcast.lab.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.lab.experiment.Distribution;

/** Turning points, means and percentiles. */
class OscillationTest {
    @Test
    void shouldFindTurningPointsAndPassOverNoise() {
        double[] values = {0, 400, 398, 800, 401, 600, 598, 799, 403, 700, 650};
        Oscillation wave = new Oscillation(values, 20);
        assertThat(wave.turns()).isEqualTo(2);
        assertThat(wave.medianTrough()).isEqualTo(401);
        assertThat(wave.medianPeak()).isEqualTo(799);
    }

    @Test
    void shouldHaveNoTurningPointsWhereNothingTurns() {
        assertThat(new Oscillation(new double[] {1, 2, Double.NaN, 3}, 1).medianTrough())
                .isNaN();
    }

    @Test
    void shouldTakePercentilesByNearestRankAndLeaveOutWhatIsNoNumber() {
        Distribution values = new Distribution(new double[] {4, Double.NaN, 1, 3, 2});
        assertThat(values.count()).isEqualTo(4);
        assertThat(values.mean()).isEqualTo(2.5);
        assertThat(values.percentile(0.5)).isEqualTo(2);
        assertThat(values.percentile(0)).isEqualTo(1);
        assertThat(values.max()).isEqualTo(4);
        assertThat(new Distribution(new double[0]).mean()).isNaN();
    }
}
