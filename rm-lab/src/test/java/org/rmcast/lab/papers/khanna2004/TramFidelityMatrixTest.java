package org.rmcast.lab.papers.khanna2004;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Verdict;
import org.rmcast.tram.JrmsRule;

/** The matrix's shape, and the line that the page uses, made with short runs. */
class TramFidelityMatrixTest {
    private static final long SEED = 1;
    private static final int PACKETS = 1_500;

    @Test
    void shouldHaveEachRuleAloneAndAllWithoutItForEachReading() {
        Scenario matrix = new TramFidelityMatrix().scenarios(Effort.FULL).get(0);
        int variants = 2 + 2 * JrmsRule.values().length;
        assertThat(matrix.runs()).hasSize(variants * FidelityReading.values().length);
        assertThat(matrix.runs().stream().map(Run::id)).doesNotHaveDuplicates().contains("all-sequence", "none-count");
    }

    @Test
    void shouldNotTestWhatWasNotMeasured() {
        Scenario matrix = new TramFidelityMatrix().scenarios(Effort.QUICK).get(0);
        for (Claim claim : matrix.claims()) {
            assertThat(claim.judge(new Measurements(List.of())).verdict()).isEqualTo(Verdict.NOT_TESTABLE);
        }
    }

    /** All of JRMS's rules, and drops by sequence: what three of the paper's numbers need at once. */
    @Test
    void shouldMeetThePapersNumbersWithAllRulesTogether() {
        Measurement all = cell("all", JrmsRule.values()).measure(SEED);
        assertThat(all.get(FidelityCell.TROUGH)).as("seed %d", SEED).isGreaterThan(550);
        assertThat(all.get(FidelityCell.KEPT)).isZero();
        assertThat(all.get(FidelityCell.LATE)).isGreaterThan(10_000);
        assertThat(all.get(FidelityCell.PRUNED)).isBetween(800.0, 1_000.0);
        assertThat(all.get(FidelityCell.FACTOR)).isBetween(25.0, 35.0);
        Measurement none = cell("none").measure(SEED);
        assertThat(none.get(FidelityCell.KEPT)).isPositive();
    }

    private static FidelityCell cell(String name, JrmsRule... rules) {
        List<String> names = Arrays.stream(rules).map(JrmsRule::written).toList();
        return new FidelityCell(name, names, FidelityReading.BY_SEQUENCE, PACKETS, 1);
    }
}
