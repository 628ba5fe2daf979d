package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LossIntervalsTest {
    private final LossIntervals intervals = new LossIntervals();

    @Test
    void shouldKnowOfNoLossesBeforeTheFirst() {
        assertThat(intervals.lossEventRate(1_000)).isZero();
        assertThatThrownBy(() -> intervals.mean(1_000)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(intervals::reopen).isInstanceOf(IllegalStateException.class);
    }

    /** (10 + 20 + 30 + 40 + 0.8 50 + 0.6 60 + 0.4 70 + 0.2 80) / 6. */
    @Test
    void shouldWeighEightIntervals() {
        close(900, 80, 70, 60, 50, 40, 30, 20, 10);
        assertThat(intervals.mean(0)).isCloseTo(220 / 6.0, within(1e-9));
        assertThat(intervals.lossEventRate(0)).isCloseTo(6 / 220.0, within(1e-9));
    }

    /** (5 + 10 + 20 + 30 + 0.8 40 + 0.6 50 + 0.4 60 + 0.2 70) / 6 is less, with 100 in place of 5 it is 260 / 6. */
    @Test
    void shouldCountTheOpenIntervalOnlyWhereTheMeanGrows() {
        close(80, 70, 60, 50, 40, 30, 20, 10);
        assertThat(intervals.mean(5)).isCloseTo(220 / 6.0, within(1e-9));
        assertThat(intervals.mean(100)).isCloseTo(260 / 6.0, within(1e-9));
    }

    @Test
    void shouldWeighFewerWhereThereAreFewer() {
        close(20, 10);
        assertThat(intervals.mean(0)).isCloseTo(15, within(1e-9));
        assertThat(intervals.mean(30)).isCloseTo(20, within(1e-9));
    }

    @Test
    void shouldTakeAnEventBack() {
        close(80, 70, 60, 50, 40, 30, 20, 10);
        double before = intervals.mean(0);
        intervals.close(3);
        assertThat(intervals.reopen()).isEqualTo(3);
        assertThat(intervals.mean(0)).isEqualTo(before);
    }

    private void close(double... packets) {
        for (double length : packets) {
            intervals.close(length);
        }
    }
}
