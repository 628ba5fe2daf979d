package org.rmcast.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Claims are judged by what was measured, and by nothing if nothing was. */
class ClaimTest {
    private static final Claim SMALL = new Claim("it is small", "section 1", measurements -> {
        double size = measurements.of("a").get("size");
        return Finding.of(size < 10, "size " + size).ifNotHeld("It grew.");
    });

    @Test
    void shouldHoldOrNotByWhatWasMeasured() {
        assertThat(SMALL.judge(measured(3))).isEqualTo(new Finding(Verdict.HELD, "size 3.0", ""));
        assertThat(SMALL.judge(measured(30))).isEqualTo(new Finding(Verdict.NOT_HELD, "size 30.0", "It grew."));
    }

    @Test
    void shouldNotBeTestableWithoutItsFigures() {
        Finding finding = SMALL.judge(new Measurements(List.of(new Measurement("a"))));
        assertThat(finding.verdict()).isEqualTo(Verdict.NOT_TESTABLE);
        assertThat(finding.measured()).contains("'a'", "'size'");
        assertThat(SMALL.judge(new Measurements(List.of())).measured()).contains("'a' was not made");
        assertThat(SMALL.judge(measured(Double.NaN)).verdict()).isEqualTo(Verdict.NOT_TESTABLE);
    }

    @Test
    void shouldKeepBothExplanations() {
        assertThat(Finding.notTestable("no network")
                        .because("One.")
                        .because("Two.")
                        .explanation())
                .isEqualTo("One. Two.");
    }

    @Test
    void shouldTakeTheMiddleOfRepetitions() {
        Measurement middle = Repetitions.median("r", 7, 5, "late", seed -> {
            Measurement one = new Measurement("r").put("late", (seed * 3) % 5).put("seed", seed);
            return seed == 8 ? one.put("rare", 1) : one.put("rare", Double.NaN);
        });
        assertThat(middle.get("late")).isEqualTo(2);
        assertThat(middle.get(Repetitions.lowest("late"))).isZero();
        assertThat(middle.get(Repetitions.highest("late"))).isEqualTo(4);
        assertThat(middle.getOr("rare", -1)).isEqualTo(-1);
        assertThatThrownBy(() -> Repetitions.median("r", 1, 0, "x", seed -> new Measurement("r")))
                .hasMessageContaining("times must be 1 or more, was 0");
    }

    @Test
    void shouldRefuseSeriesOfUnequalLength() {
        assertThatThrownBy(() -> new TimeSeries("s", List.of("a", "b"), List.of(new double[] {1, 2})))
                .hasMessageContaining("3 columns");
        assertThatThrownBy(() -> new Figure.Curve("c", false, new double[1], new double[2]))
                .hasMessageContaining("'c'");
        TimeSeries series = new TimeSeries("s", List.of("a"), List.of(new double[] {1, 2}));
        assertThat(series.y("a")).containsExactly(2);
        assertThatThrownBy(() -> series.y("b")).hasMessageContaining("'b' among [a]");
    }

    private static Measurements measured(double size) {
        return new Measurements(List.of(new Measurement("a").put("size", size)));
    }
}
