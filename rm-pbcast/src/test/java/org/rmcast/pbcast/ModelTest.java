package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.core.impair.Impairments;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** The models against known values, and the protocol against the models. */
class ModelTest {
    @Test
    void shouldGiveTheBimodalDistribution() {
        double[] infected = new PushModel(50, 4, 0.05, 0.001, 10).infected();
        assertThat(Arrays.stream(infected).sum()).isCloseTo(1, within(1e-9));
        assertThat(sum(infected, 0, 5)).isCloseTo(0.0231, within(0.00005));
        assertThat(sum(infected, 6, 44)).isCloseTo(0.0039, within(0.00005));
        assertThat(sum(infected, 45, 50)).isCloseTo(0.973, within(0.0005));
        assertThat(infected[50]).isCloseTo(0.347, within(0.0005));
    }

    private static double sum(double[] values, int from, int to) {
        return Arrays.stream(values, from, to + 1).sum();
    }

    @Test
    void shouldAgreeWithACoinByCoinRun() {
        SplittableRandom random = new SplittableRandom(3);
        int runs = 20_000;
        double mean = 0;
        for (int i = 0; i < runs; i++) {
            mean += (spread(random) - 1) / 19.0 / runs;
        }
        assertThat(new PushModel(20, 3, 0.1, 0, 8).meanCoverage()).isCloseTo(mean, within(0.01));
    }

    private static int spread(SplittableRandom random) {
        double reach = 3.0 / 20 * 0.9;
        int infected = 1;
        int fresh = 1;
        for (int round = 0; round < 8; round++) {
            int hit = 0;
            for (int process = infected; process < 20; process++) {
                hit += random.nextDouble() < 1 - Math.pow(1 - reach, fresh) ? 1 : 0;
            }
            infected += hit;
            fresh = hit;
        }
        return infected;
    }

    @Test
    void shouldRefuseWhatIsNoModel() {
        assertThatThrownBy(() -> new PushModel(1, 4, 0, 0, 10)).hasMessageContaining("members");
        assertThatThrownBy(() -> new PushModel(10, 0, 0, 0, 10)).hasMessageContaining("fanout");
        assertThatThrownBy(() -> PbcastConfig.paper().expectedReliability(1, 0)).hasMessageContaining("members");
    }

    /** The values of the anti-entropy model with one gossip per round: served per round at 0, 4 and 8 % loss. */
    @Test
    void shouldGiveTheRepairsPerRound() {
        PbcastConfig paper = PbcastConfig.paper();
        assertThat(Reliability.repairedPerRound(paper, 50, 0, 1)).isCloseTo(0.64, within(0.005));
        assertThat(Reliability.repairedPerRound(paper, 50, 0.04, 1)).isCloseTo(0.59, within(0.005));
        assertThat(Reliability.repairedPerRound(paper, 50, 0.08, 1)).isCloseTo(0.54, within(0.006));
        assertThat(Math.pow(1 - Reliability.repairedPerRound(paper, 50, 0, 1), 10))
                .isCloseTo(4e-5, within(1e-5));
    }

    @Test
    void shouldPromiseMoreForMoreRoundsFanoutAndPromptness() {
        PbcastConfig paper = PbcastConfig.paper();
        double plain = paper.expectedReliability(50, 0.1);
        assertThat(paper.with("stableRounds", 5).expectedReliability(50, 0.1)).isLessThan(plain);
        assertThat(paper.with("subgroupSize", 3).expectedReliability(50, 0.1)).isGreaterThan(plain);
        assertThat(paper.with("promptRequests", true).expectedReliability(50, 0.1))
                .isGreaterThan(plain);
        assertThat(paper.expectedReliability(50, 0.3)).isLessThan(plain);
        assertThat(PbcastConfig.defaults().expectedReliability(1000, 0.2)).isGreaterThan(1 - 1e-9);
    }

    /**
     * Few rounds and a low rate, so that losses can be counted and packets are hardly held longer than the model says: the
     * simulated loss is of the order of the model's.
     */
    @Test
    void shouldLoseAboutWhatTheModelSays() {
        for (String gossip : List.of("push", "pull")) {
            PbcastConfig config = PbcastConfig.paper()
                    .with("gossip", gossip)
                    .with("stableRounds", 3)
                    .with("subgroupSize", 1);
            double promised = 1 - config.expectedReliability(20, 0.2);
            double measured = measuredLoss(config);
            System.out.printf("%s: %.5f lost, the model says %.5f%n", gossip, measured, promised);
            assertThat(measured).as(gossip).isBetween(promised / 4, promised * 1.5);
        }
    }

    private static double measuredLoss(PbcastConfig config) {
        LinkSettings link = new LinkSettings(
                Impairments.parse("delay=1ms,rate=1Gbit,loss=20%"), Impairments.parse("delay=1ms,rate=1Gbit"));
        Simulation simulation = Simulation.builder(5)
                .topology(Topology.star(20, link))
                .protocol(new PbcastProtocol())
                .parameters(config.parameters())
                .build();
        SimNode sender = simulation.node(0);
        assertThat(simulation.runUntil(() -> sender.receiverCount() == 19, Duration.ofSeconds(20)))
                .isTrue();
        sender.send(Workload.paced(3_000, 100, 8));
        simulation.runUntil(sender::isSendingDone, Duration.ofSeconds(400));
        simulation.runFor(Duration.ofSeconds(3));
        simulation.checkComplete();
        long lost = simulation.nodes().stream().mapToLong(SimNode::reportedLost).sum();
        long delivered =
                simulation.nodes().stream().mapToLong(SimNode::delivered).sum();
        assertThat(lost + delivered).isEqualTo(19 * 3_000L);
        return (double) lost / (lost + delivered);
    }
}
