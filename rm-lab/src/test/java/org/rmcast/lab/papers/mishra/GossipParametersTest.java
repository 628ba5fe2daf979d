package org.rmcast.lab.papers.mishra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Verdict;
import org.rmcast.lab.group.ThroughputMeter;

/** The experiment's shape, the patterns, and some of its runs made short. */
class GossipParametersTest {
    private static final long SEED = 3;

    @Test
    void shouldHaveARowForEachPatternAndForRateOverheadAndDirection() {
        List<Scenario> scenarios = new GossipParameters().scenarios(Effort.FULL);
        assertThat(scenarios.stream().map(Scenario::id)).containsExactly("1", "2", "3", "4", "5", "6");
        assertThat(scenarios).allSatisfy(scenario -> {
            assertThat(scenario.claims()).isNotEmpty();
            assertThat(scenario.runs()).allSatisfy(run -> assertThat(run.id()).matches("[a-z0-9.-]+"));
        });
    }

    @Test
    void shouldNotTestWhatWasNotMeasured() {
        Measurements nothing = new Measurements(List.of());
        for (Scenario scenario : new GossipParameters().scenarios(Effort.FULL)) {
            for (Claim claim : scenario.claims()) {
                assertThat(claim.judge(nothing).verdict()).as(claim.statement()).isEqualTo(Verdict.NOT_TESTABLE);
            }
        }
    }

    @Test
    void shouldFitTheOfferedLoadOnALink() {
        assertThat(GossipSettings.WIRE_BYTES).isEqualTo(100 * GossipSettings.SCALE);
        assertThat(GossipSettings.PAYLOAD_BYTES).isPositive();
        assertThat(8.0 * GossipSettings.WIRE_BYTES * GossipSettings.HIGH_RATE).isLessThan(10e6);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSendAtTheRateOfTheGroupInEveryPattern(Pattern pattern) {
        Measurement measured = new GossipRun(
                        new GossipVariant(
                                GossipVariant.Subgroup.TWO, GossipSettings.SHORT_PERIOD, GossipVariant.Direction.PUSH),
                        pattern,
                        12,
                        1_000,
                        GossipSettings.LOW_LOSS,
                        3)
                .measure(SEED);
        assertThat(measured.get(ThroughputMeter.OFFERED)).isCloseTo(1_000, within(25.0));
        assertThat(measured.get(ThroughputMeter.NOT_ACCEPTED)).isZero();
        assertThat(measured.get(ThroughputMeter.RELIABILITY)).isGreaterThan(99.9);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRepairByPushAndByPull(GossipVariant.Direction direction) {
        GossipVariant variant = new GossipVariant(GossipVariant.Subgroup.TENTH, GossipSettings.SHORT_PERIOD, direction);
        GossipRun run = new GossipRun(variant, Pattern.UNIFORM, 20, 500, GossipSettings.HIGH_LOSS, 2);
        Measurement measured = run.measure(SEED);
        assertThat(measured.get(ThroughputMeter.RELIABILITY))
                .as("seed %d", SEED)
                .isGreaterThan(99.9);
        assertThat(run.measure(SEED).figures()).isEqualTo(measured.figures());
    }
}
