package org.rmcast.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.TimeSeries;

/** Numbers, series, points and drawings as text. */
class RenderingTest {
    @Test
    void shouldWriteNumbersTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Numbers.series(1234.56789)).isEqualTo("1234.57");
            assertThat(Numbers.series(1e-7)).isEqualTo("0.0000001");
            assertThat(Numbers.series(0)).isEqualTo("0");
            assertThat(Numbers.series(Double.NaN)).isEmpty();
            assertThat(Numbers.people(39_999.6)).isEqualTo("40000");
            assertThat(Numbers.people(12.3456)).isEqualTo("12.35");
            assertThat(Numbers.people(Double.NaN)).isEqualTo("–");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldQuoteWhereNeeded() {
        Column x = new Column("x");
        Column quoted = new Column("a \"b\"");
        TimeSeries.Builder series = TimeSeries.over(x, quoted, new Column("c,d"));
        series.row().set(x, 1).set(quoted, 2.5);
        assertThat(CsvFile.render(series.build())).isEqualTo("x,\"a \"\"b\"\"\",\"c,d\"\n1,2.5,\n");
    }

    @Test
    void shouldThinACurveAndKeepItsExtremes() {
        double[] x = IntStream.range(0, 10_000).asDoubleStream().toArray();
        double[] y = new double[10_000];
        y[5_000] = 9;
        y[7_777] = -9;
        Points thin = Points.of(new Figure.Curve("c", false, x, y), false).thinned(100);
        assertThat(thin.x()).hasSizeLessThanOrEqualTo(100).isSorted();
        assertThat(thin.y()).contains(9, -9);
        assertThat(Points.of(new Figure.Curve("c", false, x, y), true).x()).containsExactly(5_000);
    }

    @Test
    void shouldListFiguresByRunWithAColumnForEach() {
        Measurement one = new Measurement("one").put("a ms", 1).put("b", 2);
        Measurement two = new Measurement("two").put("a ms", 3).put("c", 4);
        assertThat(CsvFile.render(new Measurements(List.of(one, two)))).isEqualTo("""
                run,a ms,b,c
                one,1,2,
                two,3,,4
                """);
    }
}
