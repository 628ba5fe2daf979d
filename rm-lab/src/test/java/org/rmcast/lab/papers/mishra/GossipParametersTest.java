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
import org.rmcast.lab.group.LinkMeter;
import org.rmcast.lab.group.RequestMeter;
import org.rmcast.lab.group.ThroughputMeter;

/** The experiment's shape, the patterns, and some of its runs made short. */
class GossipParametersTest {
    private static final long SEED = 3;

    @Test
    void shouldHaveARowForEachPatternAndForRateOverheadAndDirection() {
        List<Scenario> scenarios = new GossipParameters().scenarios(Effort.FULL);
        assertThat(scenarios.stream().map(Scenario::id))
                .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12");
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
    void shouldFillALinkWithinTheRates() {
        double full = 10e6 / 8 / GossipSettings.MESSAGE_BYTES;
        assertThat((double) GossipSettings.HIGH_RATE).isLessThan(full);
        assertThat(GossipSettings.RATES).isSorted().anyMatch(rate -> rate > full);
        assertThat(Contenders.GOSSIP.payloadBytes(GossipSettings.MESSAGE_BYTES)).isPositive();
    }

    @Test
    void shouldScaleTheQueuesWithTheMessages() {
        GossipRun.Conditions usual = GossipRun.Conditions.of(GossipSettings.LOW_LOSS);
        assertThat(GossipSettings.network(usual).link().down().queuePackets()).isEqualTo(10);
        assertThat(GossipSettings.network(usual.withScale(1)).link().down().queuePackets())
                .isEqualTo(50);
    }

    @Test
    void shouldMakeNakAskInVainOverTwoPaths() {
        GossipRun.Conditions usual = GossipRun.Conditions.of(0);
        Measurement one = overPaths(usual);
        Measurement two = overPaths(usual.withPaths(GossipSettings.PATH_MILLIS));
        assertThat(one.get(RequestMeter.ASKED)).as("seed %d", SEED).isZero();
        assertThat(two.get(RequestMeter.ASKED)).as("seed %d", SEED).isGreaterThan(100);
        // Nothing is lost, so every request is for a packet that is on its way; which of the two comes first is chance.
        assertThat(two.get(RequestMeter.IN_VAIN)).as("seed %d", SEED).isBetween(20.0, 80.0);
    }

    private static Measurement overPaths(GossipRun.Conditions conditions) {
        return new GossipRun(
                        Contenders.nak().get(0), Pattern.ONE_ACTIVE, 10, GossipSettings.OVERHEAD_RATE, conditions, 2)
                .measure(SEED);
    }

    @Test
    void shouldSpreadRepairsOverThePeriod() {
        GossipVariant variant = GossipVariant.of(GossipVariant.Subgroup.TWO, GossipSettings.LONG_PERIOD);
        Measurement paced = lossy(variant);
        Measurement atOnce = lossy(variant.unpaced());
        String refused = LinkMeter.overflowed(GossipRun.LINKS);
        assertThat(atOnce.get(refused)).as("seed %d: repairs at once", SEED).isGreaterThan(2 * paced.get(refused));
    }

    private static Measurement lossy(GossipVariant variant) {
        return new GossipRun(
                        variant.contender(),
                        Pattern.UNIFORM,
                        20,
                        GossipSettings.HIGH_RATE,
                        GossipRun.Conditions.of(GossipSettings.HIGH_LOSS),
                        3)
                .measure(SEED);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSendAtTheRateOfTheGroupInEveryPattern(Pattern pattern) {
        Measurement measured = new GossipRun(
                        GossipVariant.of(GossipVariant.Subgroup.TWO, GossipSettings.SHORT_PERIOD)
                                .contender(),
                        pattern,
                        12,
                        5_000,
                        GossipRun.Conditions.of(GossipSettings.LOW_LOSS),
                        3)
                .measure(SEED);
        assertThat(measured.get(ThroughputMeter.OFFERED)).isCloseTo(1_000, within(25.0));
        assertThat(measured.get(ThroughputMeter.NOT_ACCEPTED)).isZero();
        assertThat(measured.get(ThroughputMeter.RELIABILITY)).isGreaterThan(99.9);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRepairByPushAndByPull(GossipVariant.Direction direction) {
        GossipVariant variant = new GossipVariant(
                GossipVariant.Subgroup.TENTH,
                GossipVariant.Choice.RANDOM,
                GossipSettings.SHORT_PERIOD,
                direction,
                true);
        GossipRun run = new GossipRun(
                variant.contender(), Pattern.UNIFORM, 20, 2_500, GossipRun.Conditions.of(GossipSettings.HIGH_LOSS), 2);
        Measurement measured = run.measure(SEED);
        assertThat(measured.get(ThroughputMeter.RELIABILITY))
                .as("seed %d", SEED)
                .isGreaterThan(99.9);
        assertThat(run.measure(SEED).figures()).isEqualTo(measured.figures());
    }
}
