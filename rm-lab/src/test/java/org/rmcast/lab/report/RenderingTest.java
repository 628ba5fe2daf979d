package org.rmcast.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rmcast.lab.experiment.Figure;
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
        TimeSeries series = new TimeSeries("x", List.of("a \"b\"", "c,d"), List.of(new double[] {1, 2.5, Double.NaN}));
        assertThat(CsvFile.render(series)).isEqualTo("x,\"a \"\"b\"\"\",\"c,d\"\n1,2.5,\n");
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
    void shouldJoinLinesThatMeet() {
        String svg = """
                <g>
                  <line style="a" x1="1.123" x2="2" y1="1" y2="2"/>
                  <line style="a" x1="2" x2="3" y1="2" y2="1"/>
                  <line style="b" x1="3" x2="4" y1="1" y2="1"/>
                </g>
                """;
        assertThat(SvgCompaction.compact(svg)).isEqualTo("""
                        <g>
                          <polyline style="a" points="1.1,1 2,2 3,1"/>
                          <polyline style="b" points="3,1 4,1"/>
                        </g>
                        """);
    }
}
