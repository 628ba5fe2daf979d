package org.rmcast.lab.papers.khanna2004;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rmcast.lab.group.LatencyMeter.*;
import static org.rmcast.lab.group.MembershipMeter.*;
import static org.rmcast.lab.group.RepairMeter.*;
import static org.rmcast.lab.group.StateMeter.*;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Verdict;

/** The experiment's shape, and one of its scenarios made with few and short runs. */
class TramFailureHandlingTest {
    private static final long SEED = 3;

    @Test
    void shouldHaveTheTenRowsOfThePaperAndMore() {
        List<Scenario> scenarios = new TramFailureHandling().scenarios(Effort.FULL);
        assertThat(scenarios.stream().map(Scenario::id))
                .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "H", "A", "B");
        assertThat(scenarios).allSatisfy(scenario -> {
            assertThat(scenario.claims()).isNotEmpty();
            assertThat(scenario.runs()).isNotEmpty();
            assertThat(scenario.runs()).allSatisfy(run -> assertThat(run.id()).matches("[a-z0-9.-]+"));
        });
    }

    @Test
    void shouldNotTestWhatWasNotMeasured() {
        Measurements nothing = new Measurements(List.of());
        for (Scenario scenario : new TramFailureHandling().scenarios(Effort.FULL)) {
            scenario.claims()
                    .forEach(claim -> assertThat(claim.judge(nothing).verdict())
                            .as(claim.statement())
                            .isEqualTo(Verdict.NOT_TESTABLE));
        }
    }

    @Test
    void shouldFindBuffersBetweenTheirMarksAndLatencyFlat() {
        TramRuns runs = new TramRuns(Effort.QUICK);
        ErrorFreeRows errorFree = new ErrorFreeRows(runs);
        Scenario latency = errorFree.latency();
        Scenario buffers = new BufferRows(runs, errorFree).tram();
        Measurements measured = new Measurements(
                latency.runs().stream().map(run -> run.measure(SEED)).toList());
        assertThat(verdicts(latency, measured).get(0)).as("seed %d", SEED).isEqualTo(Verdict.HELD);
        assertThat(verdicts(buffers, measured)).as("seed %d", SEED).containsExactly(Verdict.HELD, Verdict.HELD);
    }

    @Test
    void shouldDoToOneReceiverWhatTheFaultSays() {
        TramRuns runs = new TramRuns(Effort.QUICK);
        Measurement dropped = runs.tram(2, 5, TramFault.drop(5)).measure(SEED);
        assertThat(dropped.get(REPAIRS)).isGreaterThan(100);
        assertThat(dropped.get(ofFaulty(NETWORK_LATENCY_MEAN))).isGreaterThan(10 * dropped.get(NETWORK_LATENCY_MEAN));
        Measurement delayed = runs.plusPlus(2, 5, TramFault.ackDelay(1_000)).measure(SEED);
        assertThat(delayed.get(REPAIRS)).isZero();
        assertThat(delayed.get(ofFaulty(DELIVERED_SHARE))).isGreaterThan(99);
        Map<String, Double> again =
                runs.plusPlus(2, 5, TramFault.ackDelay(1_000)).measure(SEED).figures();
        assertThat(again).isEqualTo(delayed.figures());
    }

    @Test
    void shouldFindSpikesAndTheirSpacing() {
        double[] latencies = new double[100];
        latencies[10] = 8_000;
        latencies[11] = 7_000;
        latencies[42] = 9_000;
        latencies[74] = 8_000;
        assertThat(Effects.spikes(latencies, 4_000)).isEqualTo(new Effects.Spikes(3, 9_000, 32));
        assertThat(Effects.spikes(new double[] {Double.NaN, 1}, 4_000).count()).isZero();
    }

    private static List<Verdict> verdicts(Scenario scenario, Measurements measurements) {
        return scenario.claims().stream()
                .map(claim -> claim.judge(measurements))
                .map(Claim.Judgement::verdict)
                .toList();
    }
}
