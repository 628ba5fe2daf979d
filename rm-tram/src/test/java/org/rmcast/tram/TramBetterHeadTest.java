package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket.Hello;

/**
 * Members move to a better head: back to a repair node that was started again, and then no more. Two repair nodes (hosts 1 and 7) with five
 * receivers each in their branch; 5 % of loss on each link where a test says so. {@code -Drm.seeds=N} runs more seeds.
 */
class TramBetterHeadTest {
    private static final long SEEDS = Long.getLong("rm.seeds", 5);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final LinkSettings LINK = LinkSettings.parse("delay=200us,rate=1Gbit");
    private static final int HEAD = 1;
    private static final int OTHER_HEAD = 7;
    private static final int PER_SECOND = 200;

    private static Simulation group(long seed, String recovery, double loss) {
        var builder = Simulation.builder(seed)
                .topology(Topology.twoLevel(2, 6, LINK, LINK))
                .protocol(new TramProtocol())
                .parameters(Parameters.none().with("recovery", recovery))
                .traceLines(0)
                .role(HEAD, Role.REPAIR_NODE)
                .role(OTHER_HEAD, Role.REPAIR_NODE);
        for (int host = 1; host <= 12; host++) {
            if (host != HEAD && host != OTHER_HEAD) {
                builder.startAt(host, SECOND);
            }
        }
        Simulation simulation = builder.build();
        for (int host = 1; host <= 12; host++) {
            simulation.accessLink(host).impair(LINK.withLoss(loss));
        }
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == 10, SECOND.multipliedBy(10)))
                .isTrue();
        return simulation;
    }

    private static long membersOf(Simulation simulation, int head) {
        long id = simulation.node(head).memberId();
        return simulation.nodes().subList(2, 7).stream()
                .filter(node -> node.statistics().get(TramMeter.HEAD_ID) == id)
                .count();
    }

    @ParameterizedTest
    @CsvSource({"local, 0", "local, 0.05", "reaffiliate, 0.05"})
    void shouldComeBackToARepairNodeThatIsStartedAgain(String recovery, double loss) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Simulation simulation = group(seed, recovery, loss);
            int messages = PER_SECOND * 40;
            simulation.node(0).send(Workload.paced(messages, 300, PER_SECOND));
            simulation.runFor(SECOND.multipliedBy(17));
            assertThat(membersOf(simulation, HEAD)).as("seed %d: before", seed).isEqualTo(5);
            simulation.node(HEAD).crash();
            simulation.runFor(SECOND.multipliedBy(2));
            assertThat(membersOf(simulation, HEAD)).isZero();
            simulation.node(HEAD).restart();
            Duration restarted = simulation.now();
            assertThat(simulation.runUntil(() -> membersOf(simulation, HEAD) == 5, SECOND.multipliedBy(20)))
                    .as("seed %d: %d are back", seed, membersOf(simulation, HEAD))
                    .isTrue();
            System.out.printf(
                    "%s, loss %s, seed %d: all back after %d ms%n",
                    recovery, loss, seed, simulation.now().minus(restarted).toMillis());
            simulation.runFor(SECOND.multipliedBy(30));
            for (SimNode node : simulation.nodes()) {
                if (node.role() == Role.RECEIVER) {
                    assertThat(node.delivered())
                            .as("seed %d: host %d", seed, node.index())
                            .isEqualTo(messages);
                    assertThat(node.reportedLost()).isZero();
                }
            }
            assertThat(simulation.node(0).events(SessionEvent.ReceiversLost.class))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldStayWhereItIsInAStableGroup(long seed) {
        Simulation simulation = group(seed, "local", 0.05);
        int seconds = 600;
        simulation.node(0).send(Workload.paced(20L * seconds, 300, 20));
        simulation.runFor(SECOND.multipliedBy(20));
        long before = moves(simulation);
        simulation.runFor(SECOND.multipliedBy(seconds));
        System.out.printf("seed %d: %d moves at first, then %d%n", seed, before, moves(simulation) - before);
        assertThat(moves(simulation)).isEqualTo(before);
    }

    /** Thirty repair nodes that nobody needs, on one LAN: they speak in turn, as it were. */
    @Test
    void shouldHearFewHellosOfRepairNodesWithoutMembers() {
        int nodes = 30;
        int seconds = 60;
        var builder = Simulation.builder(1)
                .topology(Topology.star(nodes + 2, LINK))
                .protocol(new TramProtocol())
                .parameters(Parameters.none().with("preferRepairNodes", false))
                .traceLines(0);
        for (int host = 2; host < nodes + 2; host++) {
            builder.role(host, Role.REPAIR_NODE);
        }
        Simulation simulation = builder.build();
        simulation.runFor(SECOND.multipliedBy(30));
        int[] hellos = {0};
        simulation.filter((host, datagram) -> {
            hellos[0] += host == 1 && isIdleHello(datagram) ? 1 : 0;
            return true;
        });
        simulation.runFor(SECOND.multipliedBy(seconds));
        System.out.printf("%d repair nodes: %.1f hellos/s%n", nodes, (double) hellos[0] / seconds);
        assertThat(hellos[0]).isBetween(1, 4 * seconds);
    }

    private static boolean isIdleHello(byte[] datagram) {
        try {
            return TramCodec.decode(datagram) instanceof Hello hello && hello.members() == 0;
        } catch (DecodeException e) {
            throw new AssertionError(e);
        }
    }

    private static long moves(Simulation simulation) {
        return simulation.nodes().stream()
                .flatMap(node -> node.events(SessionEvent.RepairHeadChanged.class).stream())
                .filter(changed -> changed.currentId() != 0)
                .count();
    }
}
