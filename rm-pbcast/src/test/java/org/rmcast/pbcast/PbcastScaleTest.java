package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.impair.Impairments;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * A large group in which all are equal, 10 send, a tenth of all datagrams is lost, and a twentieth of the members stand still
 * for seconds at random times. {@code -Drm.members=1000} for the full size.
 */
class PbcastScaleTest {
    private static final int MEMBERS = Integer.getInteger("rm.members", 200);
    private static final int SENDERS = 10;
    private static final int MESSAGES = 200;
    private static final double PER_SECOND = 20;
    private static final double LOSS = 0.1;

    @Test
    void shouldKeepItsRateAtHealthyMembersWhateverHappensToOthers() {
        // Loss on the way in, so that each member loses for itself, as the model has it.
        LinkSettings link = new LinkSettings(
                Impairments.parse("delay=2ms,rate=1Gbit,loss=" + LOSS * 100 + "%"),
                Impairments.parse("delay=2ms,rate=1Gbit"));
        PbcastConfig config = PbcastConfig.defaults().with("round", "100ms").with("stableRounds", 20);
        SimulationBuilder builder = Simulation.builder(7)
                .topology(Topology.star(MEMBERS, link))
                .protocol(new PbcastProtocol())
                .parameters(config.parameters())
                .socketBuffer(64)
                .traceLines(0);
        for (int host = 0; host < MEMBERS; host++) {
            builder.role(host, Role.PEER);
        }
        Simulation simulation = builder.build();
        assertThat(simulation.runUntil(
                        () -> simulation.node(0).receiverCount() == MEMBERS - 1
                                && simulation.node(MEMBERS - 1).receiverCount() == MEMBERS - 1,
                        Duration.ofSeconds(60)))
                .as("%d of %d seen", simulation.node(0).receiverCount(), MEMBERS - 1)
                .isTrue();
        simulation.runFor(Duration.ofSeconds(3));
        System.out.printf("%d members after %s, %d steps%n", MEMBERS, simulation.now(), simulation.steps());
        Set<Integer> unsteady = pauseSome(simulation);
        for (int sender = 0; sender < SENDERS; sender++) {
            simulation.node(sender).send(Workload.paced(MESSAGES, 200, PER_SECOND));
        }
        simulation.runFor(Duration.ofMillis((long) (1_000 * MESSAGES / PER_SECOND)));
        long inTime = healthy(simulation, unsteady).stream()
                .mapToLong(SimNode::delivered)
                .sum();
        simulation.runFor(Duration.ofSeconds(6));
        simulation.checkComplete();
        check(simulation, unsteady, inTime, config);
    }

    private static Set<Integer> pauseSome(Simulation simulation) {
        SplittableRandom random = new SplittableRandom(11);
        Set<Integer> unsteady = new HashSet<>();
        while (unsteady.size() < MEMBERS / 20) {
            unsteady.add(SENDERS + random.nextInt(MEMBERS - SENDERS));
        }
        for (int host : unsteady) {
            SimNode node = simulation.node(host);
            Duration begin = Duration.ofMillis(random.nextInt(7_000));
            simulation.after(begin, node::pause);
            simulation.after(begin.plusMillis(1_000 + random.nextInt(2_500)), node::resume);
        }
        return unsteady;
    }

    private static List<SimNode> healthy(Simulation simulation, Set<Integer> unsteady) {
        return simulation.nodes().stream()
                .filter(node -> !unsteady.contains(node.index()))
                .toList();
    }

    private static void check(Simulation simulation, Set<Integer> unsteady, long inTime, PbcastConfig config) {
        List<SimNode> healthy = healthy(simulation, unsteady);
        long wanted = healthy.size() * (long) SENDERS * MESSAGES - (long) SENDERS * MESSAGES;
        long delivered = healthy.stream().mapToLong(SimNode::delivered).sum();
        long lost = healthy.stream().mapToLong(SimNode::reportedLost).sum();
        long lostUnsteady = unsteady.stream()
                .mapToLong(host -> simulation.node(host).reportedLost())
                .sum();
        double promised = 1 - config.expectedReliability(MEMBERS, LOSS);
        System.out.printf(
                "%d steps; healthy members got %.2f %% while it was sent, lost %d of %d for good (promised %.1e);"
                        + " those that stood still lost %d%n",
                simulation.steps(), 100.0 * inTime / wanted, lost, wanted, promised, lostUnsteady);
        assertThat(inTime).isGreaterThanOrEqualTo(wanted * 98 / 100);
        assertThat(delivered + lost).isEqualTo(wanted);
        assertThat(lost).isLessThanOrEqualTo((long) Math.ceil(3 * promised * wanted));
    }
}
