package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.srm.wire.SrmCodec;
import org.rmcast.srm.wire.SrmPacket.Data;

/**
 * Ten subtrees, each a site of three networks with three hosts each, four hops from the root. What is lost before one network of one site
 * is repaired by its neighbours: how many members see the repair?
 */
class SrmLocalRecoveryTest {
    private static final LinkSettings WIDE = LinkSettings.parse("delay=10ms,rate=100Mbit");
    private static final LinkSettings NEAR = LinkSettings.parse("delay=500us,rate=1Gbit");
    private static final int SITES = 10;
    private static final int LOSSES = 12;
    private static final int FIRST_LOSSES = 6;

    private int lossyRouter;

    private Topology sites() {
        Topology.Builder builder = Topology.builder();
        builder.host(0, NEAR);
        for (int site = 0; site < SITES; site++) {
            int router = builder.router(builder.router(builder.router(0, WIDE), WIDE), WIDE);
            for (int network = 0; network < 3; network++) {
                int leaf = builder.router(router, NEAR);
                lossyRouter = site == 0 && network == 0 ? leaf : lossyRouter;
                for (int host = 0; host < 3; host++) {
                    builder.host(leaf, NEAR);
                }
            }
        }
        return builder.build();
    }

    /** Which members saw a repair of which packet. */
    private static final class Watcher implements NodeObserver {
        private final Map<Long, Set<Integer>> seen;
        private final int host;

        Watcher(Map<Long, Set<Integer>> seen, int host) {
            this.seen = seen;
            this.host = host;
        }

        @Override
        public void onReceived(byte[] datagram, long nowNanos) {
            if (new ConfiguredSrm(SrmConfig.defaults()).kind(datagram) != PacketKind.REPAIR) {
                return;
            }
            try {
                Data repair = (Data) SrmCodec.decode(datagram);
                seen.computeIfAbsent(repair.sequence(), key -> new HashSet<>()).add(host);
            } catch (DecodeException e) {
                throw new AssertionError("a member was given what cannot be read", e);
            }
        }
    }

    private double shareThatSees(String localRecovery) {
        Simulation simulation = Simulation.builder(3)
                .topology(sites())
                .protocol(new SrmProtocol())
                .parameters(
                        Parameters.none().with("localRecovery", localRecovery).with("scopes", List.of("1", "3", "5")))
                .roles(Role.RECEIVER)
                .role(0, Role.SENDER)
                .traceLines(0)
                .build();
        simulation.runFor(Duration.ofSeconds(10));
        Map<Long, Set<Integer>> seen = new HashMap<>();
        simulation.nodes().forEach(node -> node.observe(new Watcher(seen, node.index())));
        LossTally tally = LossTally.of(simulation);
        simulation
                .trunkLink(lossyRouter)
                .injectDown(LinkFault.drop(
                        datagram -> new ConfiguredSrm(SrmConfig.defaults()).kind(datagram) == PacketKind.DATA, 1, 2));
        simulation.node(0).send(Workload.paced(2L * (FIRST_LOSSES + LOSSES), 200, 4));
        simulation.runFor(Duration.ofMillis(500L * FIRST_LOSSES));
        seen.clear();
        tally.reset();
        simulation.runFor(Duration.ofMillis(500L * LOSSES + 5_000));
        assertThat(simulation.nodes().subList(1, simulation.nodes().size()))
                .extracting(SimNode::delivered)
                .containsOnly(2L * (FIRST_LOSSES + LOSSES));
        double share = seen.values().stream().mapToInt(Set::size).average().orElse(0)
                / simulation.nodes().size();
        System.out.printf(
                Locale.ROOT,
                "%s: %d losses, %.1f %% of the members see a repair; requests %s; repairs %s%n",
                localRecovery,
                seen.size(),
                100 * share,
                tally.requests(),
                tally.repairs());
        return share;
    }

    @Test
    void shouldKeepRepairsNearTheLoss() {
        double global = shareThatSees("none");
        double oneStep = shareThatSees("one-step");
        double twoSteps = shareThatSees("two-step");
        assertThat(global).isGreaterThan(0.95);
        assertThat(oneStep).isLessThan(0.25);
        assertThat(twoSteps).isLessThan(0.15);
    }
}
