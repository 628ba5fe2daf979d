package org.rmcast.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Claims are judged by what was measured, and by nothing if nothing was. */
class ClaimTest {
    private static final Claim SMALL = claim(measurements -> {
        double size = measurements.of("a").get("size");
        Finding finding = Finding.of(size < 10, "size " + size).with("size", Double.toString(size));
        return size > 20 ? finding.because("huge") : finding;
    });

    private static Claim claim(Function<Measurements, Finding> judge) {
        return new Claim(
                "small",
                "it is small",
                "section 1",
                Map.of(Claim.WHY, "It grew to {size}.", Claim.ALWAYS, "Sizes vary.", "huge", "It never stopped."),
                judge);
    }

    @Test
    void shouldHoldOrNotByWhatWasMeasured() {
        assertThat(SMALL.judge(measured(3))).isEqualTo(new Claim.Judgement(Verdict.HELD, "size 3.0", "Sizes vary."));
        assertThat(SMALL.judge(measured(15)))
                .isEqualTo(new Claim.Judgement(Verdict.NOT_HELD, "size 15.0", "It grew to 15.0. Sizes vary."));
        assertThat(SMALL.judge(measured(30)).explanation()).isEqualTo("It never stopped. Sizes vary.");
    }

    @Test
    void shouldNotBeTestableWithoutItsFigures() {
        Claim.Judgement nothing = SMALL.judge(new Measurements(List.of(new Measurement("a"))));
        assertThat(nothing.verdict()).isEqualTo(Verdict.NOT_TESTABLE);
        assertThat(nothing.measured()).contains("'a'", "'size'");
        assertThat(nothing.explanation()).isEmpty();
        assertThat(SMALL.judge(new Measurements(List.of())).measured()).contains("'a' was not made");
        assertThat(SMALL.judge(measured(Double.NaN)).verdict()).isEqualTo(Verdict.NOT_TESTABLE);
    }

    @Test
    void shouldRefuseReasonsAndPlacesThatTheTextDoesNotHave() {
        Claim unknown = claim(m -> Finding.of(false, "").because("tiny"));
        assertThatThrownBy(() -> unknown.judge(measured(1))).hasMessageContaining("'small' has no explanation 'tiny'");
        Claim unfilled = claim(m -> Finding.of(false, ""));
        assertThatThrownBy(() -> unfilled.judge(measured(1))).hasMessageContaining("nothing for '{size}'");
    }

    @Test
    void shouldNotBeTestableWhereAPartIsNot() {
        Finding held = Finding.of(true, "a");
        Finding untestable = Finding.notTestable("b");
        assertThat(Finding.all("; ", List.of(held, held)).verdict()).isEqualTo(Verdict.HELD);
        assertThat(Finding.all("; ", List.of(held, Finding.of(false, "c"))).verdict())
                .isEqualTo(Verdict.NOT_HELD);
        assertThat(Finding.all("; ", List.of(held, untestable))).isEqualTo(Finding.notTestable("a; b"));
        assertThat(Finding.all("; ", List.of()).verdict()).isEqualTo(Verdict.NOT_TESTABLE);
    }

    @Test
    void shouldTakeTheMiddleOfRepetitions() {
        Measurement middle = Repetitions.median("r", 7, 5, List.of("late", "seed"), seed -> {
            Measurement one = new Measurement("r").put("late", (seed * 3) % 5).put("seed", seed);
            return seed == 8 ? one.put("rare", 1) : one.put("rare", Double.NaN);
        });
        assertThat(middle.get("late")).isEqualTo(2);
        assertThat(middle.get(Repetitions.lowest("late"))).isZero();
        assertThat(middle.get(Repetitions.highest("late"))).isEqualTo(4);
        assertThat(middle.get(Repetitions.lowest("seed"))).isEqualTo(7);
        assertThat(middle.get(Repetitions.highest("seed"))).isEqualTo(11);
        assertThat(middle.getOr("rare", -1)).isEqualTo(-1);
        assertThatThrownBy(() -> Repetitions.median("r", 1, 0, List.of("x"), seed -> new Measurement("r")))
                .hasMessageContaining("times must be 1 or more, was 0");
    }

    @Test
    void shouldRefuseFiguresThatCannotBeDrawn() {
        assertThatThrownBy(() -> new Figure.Curve("c", false, new double[1], new double[2]))
                .hasMessageContaining("'c'");
        assertThatThrownBy(() -> new Figure("f", "x", "y", false, List.of())).hasMessageContaining("'f' has no curves");
        Figure.Curve line = new Figure.Curve("c", false, new double[1], new double[1]);
        assertThatThrownBy(() -> new Figure("f", "x", "y", false, List.of("one"), List.of(line)))
                .hasMessageContaining("'c' over categories must be of bars");
    }

    private static Measurements measured(double size) {
        return new Measurements(List.of(new Measurement("a").put("size", size)));
    }
}
