package org.rmcast.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Judges hold all cases against a bound, and verdicts fail when one does not keep it. */
class JudgeTest {
    private static Judge<Integer> of(int... values) {
        List<Integer> cases = List.of(5, 15, 30).subList(0, values.length);
        return Judge.<Integer>over(cases, which -> values[cases.indexOf(which)])
                .saying("receivers: ", ", ", (which, value) -> which + " " + Words.count(value));
    }

    @Test
    void shouldSayAllCasesInWords() {
        assertThat(of(1, 2, 3).atMost(3)).isEqualTo(Finding.of(true, "receivers: 5 1, 15 2, 30 3"));
        assertThat(of(1, 2).saying("as expected").measured()).isEqualTo("as expected");
    }

    @Test
    void shouldNotHoldIfOneCaseIsBeyondTheBound() {
        assertThat(held(of(1, 9, 3).atMost(8))).isFalse();
        assertThat(held(of(1, 8, 3).atMost(8))).isTrue();
        assertThat(held(of(1, 8, 3).below(8))).isFalse();
        assertThat(held(of(4, 8, 3).atLeast(4))).isFalse();
        assertThat(held(of(4, 8, 3).atLeast(3))).isTrue();
        assertThat(held(of(4, 8, 3).above(3))).isFalse();
        assertThat(held(of(10, 12, 11).apartAtMost(1.2))).isTrue();
        assertThat(held(of(10, 12, 11).apartAtMost(1.19))).isFalse();
        assertThat(held(of(1, 2, 3).rising())).isTrue();
        assertThat(held(of(1, 2, 2).rising())).isFalse();
        assertThat(held(of(0, 1, 2).rising())).isFalse();
    }

    @Test
    void shouldNotHoldByWhatIsNoNumber() {
        Judge<String> judge = Judge.over(List.of("a", "b"), which -> which.equals("a") ? 1 : Double.NaN);
        assertThat(held(judge.atMost(2))).isFalse();
        assertThat(held(judge.atLeast(0))).isFalse();
        assertThat(held(judge.rising())).isFalse();
        assertThat(Judge.isAbout(Double.NaN, 1, 2)).isFalse();
    }

    @Test
    void shouldFindTheCaseOfTheHighest() {
        assertThat(of(1, 9, 3).best()).isEqualTo(15);
        assertThat(of(1, 9, 3).highest()).isEqualTo(9);
        assertThat(of(2, 9, 1).lowest()).isEqualTo(1);
    }

    @Test
    void shouldTakeWhatIsApartByLessThanAFactorForAboutThat() {
        assertThat(Judge.isAbout(50, 100, 2)).isTrue();
        assertThat(Judge.isAbout(200, 100, 2)).isTrue();
        assertThat(Judge.isAbout(49, 100, 2)).isFalse();
        assertThat(Judge.isAbout(201, 100, 2)).isFalse();
    }

    @Test
    void shouldHoldTogetherOnlyIfAllDo() {
        Finding yes = Finding.of(true, "yes");
        assertThat(Finding.all("; ", List.of(yes, yes))).isEqualTo(Finding.of(true, "yes; yes"));
        assertThat(Finding.all("; ", List.of(yes, Finding.of(false, "no")))).isEqualTo(Finding.of(false, "yes; no"));
    }

    @Test
    void shouldNotJudgeByNothing() {
        assertThatThrownBy(() -> Judge.over(List.of(), which -> 1)).isInstanceOf(MissingMeasurementException.class);
    }

    private static boolean held(Finding finding) {
        return finding.verdict() == Verdict.HELD;
    }
}
