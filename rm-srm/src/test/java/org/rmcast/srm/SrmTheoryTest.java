package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** What SRM's theory says of timers: stars need chance, chains need distance, and more members in a tree cost few requests more. */
class SrmTheoryTest {
    private static final LinkSettings LINK = LinkSettings.parse("delay=5ms,rate=1Gbit");
    private static final int LOSSES = 30;

    private static final Parameters PLAIN = Parameters.none()
            .with("preset", "paper")
            .with("sessionInterval", "500ms")
            .with("promptDelay", "1ms");

    private static Simulation start(Topology topology, Parameters parameters) {
        Simulation simulation = Simulation.builder(5)
                .topology(topology)
                .protocol(new SrmProtocol())
                .parameters(parameters)
                .roles(Role.RECEIVER)
                .role(0, Role.SENDER)
                .traceLines(0)
                .build();
        simulation.runFor(Duration.ofSeconds(6));
        return simulation;
    }

    private static LinkFault everySecond() {
        return LinkFault.drop(
                datagram -> new ConfiguredSrm(SrmConfig.defaults()).kind(datagram) == PacketKind.DATA, 1, 2);
    }

    private static LossTally play(Simulation simulation) {
        LossTally tally = LossTally.of(simulation);
        simulation.node(0).send(Workload.paced(2 * LOSSES, 200, 2));
        simulation.runFor(Duration.ofSeconds(LOSSES + 4L));
        assertThat(simulation.nodes().subList(1, simulation.nodes().size()))
                .extracting(SimNode::delivered)
                .containsOnly(2L * LOSSES);
        return tally;
    }

    /** All are equally far: those whose timers end within a distance of the first one's ask as well. */
    @Test
    void shouldAskLessOftenInAStarTheWiderTheTimer() {
        double before = Double.MAX_VALUE;
        for (int width : new int[] {2, 8, 32}) {
            Simulation simulation = start(
                    Topology.star(40, LINK),
                    PLAIN.with("variant", "probabilistic").with("requestTimerWidth", (double) width));
            simulation.accessLink(0).injectUp(everySecond());
            LossTally.Summary requests = play(simulation).requests();
            double expected = 1 + 38.0 / width;
            System.out.printf(Locale.ROOT, "star, C2 = %d: %s; expected %.1f%n", width, requests, expected);
            assertThat(requests.packets()).isEqualTo(LOSSES);
            assertThat(requests.mean()).isLessThan(before).isBetween(0.6 * expected, 1.6 * expected);
            before = requests.mean();
        }
    }

    /** The one next to the loss asks, and its request is farther along than the timers of those behind. */
    @Test
    void shouldAskAndRepairExactlyOnceInAChainByDistanceAlone() {
        Topology.Builder builder = Topology.builder();
        builder.host(0, LINK);
        int router = 0;
        for (int i = 1; i < 12; i++) {
            router = builder.router(router, LINK);
            builder.host(router, LinkSettings.parse("delay=10us,rate=1Gbit"));
        }
        Simulation simulation = start(builder.build(), PLAIN.with("variant", "deterministic"));
        simulation.trunkLink(6).injectDown(everySecond());
        LossTally tally = play(simulation);
        assertThat(tally.requests()).isEqualTo(new LossTally.Summary(LOSSES, 1, 1, 1));
        assertThat(tally.repairs()).isEqualTo(new LossTally.Summary(LOSSES, 1, 1, 1));
    }

    /** A loss on one trunk of a tree: requests and repairs per loss hardly grow with the members. */
    @Test
    void shouldCostLittleMoreInALargerTree() {
        for (int members : new int[] {10, 30, 100}) {
            int branches = members / 10 + 1;
            Simulation simulation =
                    start(Topology.twoLevel(branches, (members - 1) / branches, LINK, LINK), Parameters.none());
            simulation.trunkLink(1).injectDown(everySecond());
            LossTally tally = play(simulation);
            System.out.printf(
                    "tree of %d: requests %s; repairs %s%n",
                    simulation.nodes().size(), tally.requests(), tally.repairs());
            assertThat(tally.requests().packets()).isEqualTo(LOSSES);
            assertThat(tally.requests().mean()).isLessThan(4);
            assertThat(tally.repairs().mean()).isLessThan(6);
        }
    }
}
