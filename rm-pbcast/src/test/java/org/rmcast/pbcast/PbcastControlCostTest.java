package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.impair.Impairments;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** How many datagrams a receiver of a fast stream sends: each costs it and the sender more than a message that comes. */
class PbcastControlCostTest {
    private static final int RECEIVERS = 4;
    private static final int MESSAGES = 80_000;
    private static final int PER_SECOND = 40_000;

    private static Simulation run(long seed, String down, String up) {
        Simulation simulation = Simulation.builder(seed)
                .topology(
                        Topology.star(RECEIVERS + 1, new LinkSettings(Impairments.parse(down), Impairments.parse(up))))
                .protocol(new PbcastProtocol())
                .build();
        SimNode sender = simulation.node(0);
        assertThat(simulation.runUntil(() -> sender.receiverCount() == RECEIVERS, Duration.ofSeconds(30)))
                .isTrue();
        // Until all have proved where they are: before, requests wait for that.
        simulation.runFor(Duration.ofSeconds(2));
        sender.send(Workload.paced(MESSAGES, 1_000, PER_SECOND));
        assertThat(simulation.runUntil(sender::isSendingDone, Duration.ofSeconds(30)))
                .isTrue();
        simulation.runFor(Duration.ofSeconds(2));
        assertThat(receivers(simulation)).allMatch(node -> node.delivered() == MESSAGES);
        return simulation;
    }

    private static List<SimNode> receivers(Simulation simulation) {
        return simulation.nodes().subList(1, RECEIVERS + 1);
    }

    private static long sum(Simulation simulation, EngineMeter meter) {
        return receivers(simulation).stream()
                .mapToLong(node -> node.statistics().get(meter))
                .sum();
    }

    /** With a request for each loss by itself, and polls of a window that is not filled, 1.45. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldAskForSeveralLossesAtATime(long seed) {
        Simulation simulation = run(seed, "delay=1ms,rate=1Gbit,loss=5%", "delay=1ms,rate=1Gbit");
        double perMissed = (double) sum(simulation, EngineMeter.CONTROL_PACKETS_SENT)
                / sum(simulation, EngineMeter.PACKETS_MISSED);
        System.out.printf("seed %d: %.3f control packets for each that is missed%n", seed, perMissed);
        assertThat(perMissed).isLessThan(0.6);
    }

    /** With polls of a window that is not filled 0.034. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldNotPollMoreThanTheWindowNeeds(long seed) {
        Simulation simulation = run(seed, "delay=0.1ms,rate=1Gbit", "delay=0.1ms,rate=1Gbit");
        double perMessage = (double) sum(simulation, EngineMeter.CONTROL_PACKETS_SENT) / RECEIVERS / MESSAGES;
        System.out.printf("seed %d: %.4f control packets of a receiver for each message%n", seed, perMessage);
        assertThat(perMessage).isLessThan(0.01);
    }
}
