package org.rmcast.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A table is asked for its values by column. */
class TimeSeriesTest {
    private static final Column TIME = new Column("time s");
    private static final Column RATE = new Column("rate bytes/s");
    private static final Column BUFFER = new Column("buffer packets");

    @Test
    void shouldFindValuesByColumnInWhateverOrderTheyWereSet() {
        TimeSeries.Builder rows = TimeSeries.over(TIME, RATE, BUFFER);
        rows.row().set(BUFFER, 7).set(TIME, 1).set(RATE, 40);
        rows.row().set(TIME, 2).set(RATE, 50);
        TimeSeries series = rows.build();
        assertThat(series.x()).containsExactly(1, 2);
        assertThat(series.y(RATE)).containsExactly(40, 50);
        assertThat(series.y(BUFFER)).containsExactly(7, Double.NaN);
        assertThat(series.where(row -> row.get(RATE) > 40).x()).containsExactly(2);
    }

    @Test
    void shouldNotChangeOnceMade() {
        TimeSeries.Builder rows = TimeSeries.over(TIME, RATE);
        TimeSeries.Row row = rows.row().set(TIME, 1).set(RATE, 40);
        TimeSeries series = rows.build();
        row.set(RATE, 41);
        rows.row().set(TIME, 2);
        series.rows().get(0).set(RATE, 42);
        assertThat(series.y(RATE)).containsExactly(40);
        assertThat(rows.build().size()).isEqualTo(2);
    }

    @Test
    void shouldNameAColumnThatIsNotThere() {
        TimeSeries series = TimeSeries.over(TIME, RATE).build();
        assertThatThrownBy(() -> series.y(BUFFER))
                .isInstanceOf(MissingMeasurementException.class)
                .hasMessageContaining("'buffer packets' among [time s, rate bytes/s]");
        assertThatThrownBy(() -> TimeSeries.over(TIME, RATE, RATE)).hasMessageContaining("two columns of one name");
    }
}
