package org.rmcast.lab.papers.tachikawa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The models of delays, and the hours of a day, by what was measured. */
class DelayModelTest {
    private static final int STEPS = 1_000_000;

    private static double mean(DelayModel model) {
        double sum = 0;
        for (int step = 0; step < STEPS; step++) {
            sum += model.quantileMillis((step + 0.5) / STEPS);
        }
        return sum / STEPS;
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveAllThatWasMeasured(MeasuredPath path) {
        BodyAndTail model = BodyAndTail.of(path);
        assertThat(model.quantileMillis(0)).isCloseTo(path.leastMillis(), within(1e-9));
        assertThat(mean(model)).isCloseTo(path.meanMillis(), within(0.001 * path.meanMillis()));
        assertThat(model.quantileMillis(path.mostOfArrived()))
                .isCloseTo(path.leastMillis() + path.mostMillis(), within(1e-6));
        assertThat(model.quantileMillis(1)).isCloseTo(path.greatestMillis(), within(1e-6));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRise(MeasuredPath path) {
        DelayModel model = BodyAndTail.of(path);
        double before = 0;
        for (int step = 0; step < 10_000; step++) {
            double delay = model.quantileMillis(step / 10_000.0);
            assertThat(delay).isGreaterThan(before).isLessThanOrEqualTo(path.greatestMillis());
            before = delay;
        }
    }

    /** With the mean alone: 49, 78 and 182 ms, where 50, 85 and 137 were measured. */
    @Test
    void shouldMissThePointToKeeleWithAnExponentialTail() {
        assertThat(pointOfExponential(MeasuredPath.SENDAI)).isCloseTo(49, within(0.5));
        assertThat(pointOfExponential(MeasuredPath.UCLA)).isCloseTo(78, within(0.5));
        assertThat(pointOfExponential(MeasuredPath.KEELE)).isCloseTo(182, within(0.5));
    }

    private static double pointOfExponential(MeasuredPath path) {
        return ShiftedExponential.of(path).quantileMillis(path.mostOfArrived()) - path.leastMillis();
    }

    @Test
    void shouldHaveALognormalModelOfKeeleOnly() {
        assertThat(Lognormal.of(MeasuredPath.SENDAI)).isNull();
        assertThat(Lognormal.of(MeasuredPath.UCLA)).isNull();
        Lognormal keele = Lognormal.of(MeasuredPath.KEELE);
        assertThat(keele).isNotNull();
        if (keele != null) {
            assertThat(mean(keele)).isCloseTo(MeasuredPath.KEELE.meanMillis(), within(0.5));
        }
    }

    @Test
    void shouldLoseInADayWhatTheTextSays() {
        double sum = 0;
        for (int hour = 0; hour < HourlyLoss.HOURS; hour++) {
            double loss = HourlyLoss.of(hour);
            assertThat(loss < 0.05).as("%d h", hour).isEqualTo(hour >= 7 && hour < 17);
            sum += loss;
        }
        assertThat(sum / HourlyLoss.HOURS).isCloseTo(MeasuredPath.KEELE.loss(), within(1e-12));
    }

    /** Both directions of a table that was copied by hand: no figure is missing, and none is far from its counterpart. */
    @Test
    void shouldHaveARoundTripBetweenAnyTwoRegions() {
        for (int from = 0; from < CloudRegions.count(); from++) {
            for (int to = 0; to < CloudRegions.count(); to++) {
                double delay = CloudRegions.delayMillis(from, to);
                assertThat(delay).isEqualTo(CloudRegions.delayMillis(to, from));
                assertThat(delay > 0).isEqualTo(from != to);
            }
        }
        assertThat(CloudRegions.delayMillis(0, 1)).isEqualTo((72 + 74) / 4.0);
    }
}
