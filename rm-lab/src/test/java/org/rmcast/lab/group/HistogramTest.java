package org.rmcast.lab.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.rmcast.lab.experiment.Column;

class HistogramTest {
    private static final Column X = new Column("x");
    private static final Column Y = new Column("y");

    @Test
    void shouldCountInBinsFromZeroOrAroundMultiples() {
        double[] values = {0, 0.9, 1, 9.9, 10.1, Double.NaN};
        Histogram fromZero = Histogram.fromZero(values, 1);
        assertThat(fromZero.bins()).isEqualTo(11);
        assertThat(fromZero.share(0)).isEqualTo(0.4);
        assertThat(fromZero.share(9)).isEqualTo(0.2);
        assertThat(fromZero.share(99)).isZero();
        Histogram centred = Histogram.centred(values, 1);
        assertThat(centred.share(10)).isEqualTo(0.4);
        assertThat(centred.series(X, Y).x()).startsWith(0, 1, 2);
        assertThat(centred.series(X, Y).y(Y)[10]).isEqualTo(40);
        assertThat(fromZero.series(X, Y).x()).startsWith(0.5, 1.5);
    }

    @Test
    void shouldCountWhatIsFarOffInTheLastBin() {
        Histogram histogram = Histogram.fromZero(new double[] {1, 1e12}, 1);
        assertThat(histogram.share(histogram.bins() - 1)).isEqualTo(0.5);
        assertThat(Histogram.fromZero(new double[0], 1).share(0)).isZero();
    }

    @Test
    void shouldMeasureHowMuchWouldHaveToMove() {
        assertThat(Histogram.distance(new double[] {0.5, 0.5}, new double[] {0.5, 0.5}))
                .isZero();
        assertThat(Histogram.distance(new double[] {1}, new double[] {0, 1})).isEqualTo(1);
        assertThat(Histogram.distance(new double[] {0.6, 0.4}, new double[] {0.5, 0.4, 0.1}))
                .isCloseTo(0.1, within(1e-12));
    }

    @Test
    void shiftSaysHowFarValuesMove() {
        assertThat(Histogram.shift(new double[] {0.5, 0.5}, new double[] {0.5, 0.5}))
                .isZero();
        assertThat(Histogram.shift(new double[] {1}, new double[] {0, 0, 1})).isEqualTo(2);
        assertThat(Histogram.shift(new double[] {0, 1, 0}, new double[] {0.5, 0, 0.5}))
                .isEqualTo(1);
    }
}
