package org.rmcast.lab.papers.ozkasap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Repetitions;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Verdict;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.LinkMeter;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.RecoveryMeter;
import org.rmcast.lab.group.RequestMeter;
import org.rmcast.lab.group.SpreadMeter;
import org.rmcast.lab.group.Traffic;
import org.rmcast.lab.protocol.PaperContenders;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Topology;

/** The experiment's shape, the model, and some of its runs made short. */
class BimodalMulticastTest {
    private static final long SEED = 3;

    @Test
    void shouldHaveTheRowsOfTheStudyAndTheModel() {
        List<Scenario> scenarios = new BimodalMulticast().scenarios(Effort.FULL);
        assertThat(scenarios.stream().map(Scenario::id))
                .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
        assertThat(scenarios).allSatisfy(scenario -> {
            assertThat(scenario.claims()).isNotEmpty();
            assertThat(scenario.runs()).isNotEmpty();
            assertThat(scenario.runs()).allSatisfy(run -> assertThat(run.id()).matches("[a-z0-9.-]+"));
            assertThat(scenario.runs()).extracting(Run::id).doesNotHaveDuplicates();
        });
    }

    @Test
    void shouldSendMessagesOfTheSizeOfTheStudyOnTheWire() {
        List<Integer> sizes = new ArrayList<>();
        for (Contender contender : List.of(Contenders.BASIC, PaperContenders.SRM.get(0), PaperContenders.NAK)) {
            sizes.addAll(sizesOnTheWire(contender));
        }
        assertThat(sizes).hasSize(3 * StudySettings.RATE).containsOnly(StudySettings.SMALL_BYTES);
        assertThatThrownBy(() -> Contenders.BASIC.payloadBytes(40)).hasMessageContaining("40 bytes");
    }

    /** Of the data packets that one receiver gets in a second. */
    private static List<Integer> sizesOnTheWire(Contender basic) {
        List<Integer> sizes = new ArrayList<>();
        new Observation(
                        basic,
                        Topology.star(3, LinkSettings.perfect()),
                        0,
                        1,
                        StudySettings.SMALL_BYTES,
                        StudySettings.RATE,
                        1,
                        simulation -> simulation.node(1).observe(new NodeObserver() {
                            @Override
                            public void onReceived(byte[] datagram, long nowNanos) {
                                if (basic.traffic().kind(datagram) == Traffic.Kind.DATA) {
                                    sizes.add(datagram.length);
                                }
                            }
                        }))
                .measure(SEED, new Measurement("sizes"));
        return sizes;
    }

    @Test
    void shouldTellEachProtocolsDatagramsApart() {
        StudyRuns runs = new StudyRuns(Effort.QUICK);
        for (Contender contender : Contenders.OF_THOUSAND) {
            Measurement measured = new ThousandRun(contender, 30, 2).measure(SEED);
            assertThat(measured.get(SpreadMeter.DELIVERED))
                    .as("%s, seed %d", contender.id(), SEED)
                    .isEqualTo(100);
            assertThat(measured.get(RecoveryMeter.LOSSES)).isBetween(0.005, 1.0);
            assertThat(measured.get(RecoveryMeter.SENT_PER_LOSS)).isGreaterThan(0);
        }
        Measurement fixed = runs.tree(Contenders.srm().get(0), 20).measure(SEED);
        assertThat(fixed.get(ObserverMeter.ARRIVED)).as("seed %d", SEED).isEqualTo(100);
        assertThat(fixed.get(PacketMeter.observerReceivedPerSecond(Traffic.Kind.REPAIR)))
                .isGreaterThan(2 * fixed.get(ObserverMeter.REPAIRED) * StudySettings.RATE / 100);
    }

    @Test
    void shouldSayHowMuchMoreLinksOfTheRootHelp() {
        StudyRuns runs = new StudyRuns(Effort.QUICK);
        Measurement two = runs.limited(Contenders.LIMITED, 20).measure(SEED);
        Measurement four = runs.limited(Contenders.LIMITED, 20, 4).measure(SEED);
        String busiest = LinkMeter.busiest(LimitedRootRun.LINKS);
        assertThat(two.get(busiest)).as("seed %d", SEED).isBetween(55.0, 100.0);
        assertThat(four.get(busiest)).as("seed %d", SEED).isLessThanOrEqualTo(two.get(busiest));
        assertThat(two.get(RequestMeter.OBSERVER_ASKED))
                .isBetween(
                        two.get(Repetitions.lowest(RequestMeter.OBSERVER_ASKED)),
                        two.get(Repetitions.highest(RequestMeter.OBSERVER_ASKED)));
    }

    @Test
    void shouldNotLetSleepersDisturbAHealthyMember() {
        StudyRuns runs = new StudyRuns(Effort.QUICK);
        Measurement alone = runs.sleeping(Contenders.BASIC, 0).measure(SEED);
        Measurement among = runs.sleeping(Contenders.BASIC, 25).measure(SEED);
        assertThat(alone.get(ObserverMeter.DELIVERED)).isEqualTo(100);
        assertThat(among.get(ObserverMeter.DELIVERED)).as("seed %d", SEED).isEqualTo(100);
        assertThat(runs.sleeping(Contenders.BASIC, 25).description()).contains("5 sleeping");
    }

    @Test
    void shouldNotTestWhatWasNotMeasured() {
        Measurements nothing = new Measurements(List.of());
        for (Scenario scenario : new BimodalMulticast().scenarios(Effort.FULL)) {
            for (Claim claim : scenario.claims()) {
                assertThat(claim.judge(nothing).verdict()).as(claim.statement()).isEqualTo(Verdict.NOT_TESTABLE);
            }
        }
    }

    @Test
    void shouldHaveTheModelsProbabilities() {
        double[] model = BimodalRow.model();
        assertThat(Arrays.stream(model).sum()).isCloseTo(1, within(1e-9));
        assertThat(Arrays.stream(model, 0, 5).sum()).isCloseTo(0.0231, within(5e-5));
        assertThat(Arrays.stream(model, 5, 44).sum()).isCloseTo(0.0039, within(5e-5));
        assertThat(Arrays.stream(model, 44, 50).sum()).isCloseTo(0.973, within(5e-4));
        assertThat(model[49]).isCloseTo(0.347, within(5e-4));
    }

    @Test
    void shouldSpreadMulticastsAsTheModelSays() {
        StudyRuns runs = new StudyRuns(Effort.QUICK);
        Scenario row = new BimodalRow(runs).scenario();
        Measurements measured = measure(row);
        assertThat(row.claims())
                .allSatisfy(claim -> assertThat(claim.judge(measured).verdict())
                        .as("seed %d: %s: %s", SEED, claim.statement(), claim.judge(measured))
                        .isEqualTo(Verdict.HELD));
    }

    @Test
    void shouldFindSteadyArrivalsAndThatLocalRecoveryIsFaster() {
        StudyRuns runs = new StudyRuns(Effort.QUICK);
        Measurement tree = runs.tree(Contenders.BASIC, 20).measure(SEED);
        assertThat(tree.get(ObserverMeter.INTER_ARRIVAL_P50)).isCloseTo(10, within(0.5));
        assertThat(tree.get(ObserverMeter.REPAIRED)).isBetween(1.0, 8.0);
        assertThat(tree.get(ObserverMeter.ARRIVED)).isEqualTo(100);
        Scenario local = new LocalRecoveryRow(runs).scenario();
        Measurements measured = measure(local);
        assertThat(local.claims().get(0).judge(measured).verdict())
                .as("seed %d: %s", SEED, local.claims().get(0).judge(measured))
                .isEqualTo(Verdict.HELD);
    }

    @Test
    void shouldMeasureTheSameFromTheSameSeed() {
        Run run = new StudyRuns(Effort.QUICK).cluster(Contenders.GRB, 25, 50);
        Measurement one = run.measure(SEED);
        assertThat(run.measure(SEED).figures()).isEqualTo(one.figures());
        assertThat(one.get(ClusterRun.INTERFERENCE)).isBetween(35.0, 65.0);
    }

    private static Measurements measure(Scenario scenario) {
        return new Measurements(
                scenario.runs().stream().map(run -> run.measure(SEED)).toList());
    }
}
