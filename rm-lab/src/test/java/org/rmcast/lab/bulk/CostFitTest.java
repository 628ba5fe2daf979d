package org.rmcast.lab.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CostFitTest {
    private static CostFit.Point point(double sent, double received, double copied, double error) {
        return new CostFit.Point(
                sent, received, copied, (7e-6 * sent + 2.1e-5 * received + 1e-6 * copied + 0.02) * (1 + error));
    }

    @Test
    void shouldFindWhatItWasMadeFrom() {
        CostFit fit = CostFit.of(List.of(
                point(100_000, 50, 100_000, 0),
                point(30_000, 50, 30_000, 0),
                point(900, 2_000, 720_000, 0),
                point(1_300, 9_000, 50_000, 0),
                point(5_000, 200, 900_000, 0)));
        assertThat(fit.perSent()).isCloseTo(7e-6, within(1e-12));
        assertThat(fit.perReceived()).isCloseTo(2.1e-5, within(1e-12));
        assertThat(fit.perCopy()).isCloseTo(1e-6, within(1e-12));
        assertThat(fit.fixed()).isCloseTo(0.02, within(1e-9));
        assertThat(fit.worst()).isLessThan(1e-9);
    }

    @Test
    void shouldSayHowFarARunIsOff() {
        CostFit fit = CostFit.of(List.of(
                point(100_000, 50, 100_000, 0.1),
                point(100_000, 50, 100_000, -0.1),
                point(30_000, 50, 30_000, 0),
                point(900, 2_000, 720_000, 0),
                point(1_300, 9_000, 50_000, 0),
                point(5_000, 200, 900_000, 0)));
        assertThat(fit.perSent()).isCloseTo(7e-6, within(7e-7));
        assertThat(fit.worst()).isBetween(0.08, 0.12);
    }
}
