package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** Members near and far in one group: what takes long from far away has not waited in a queue. */
class PbcastDistanceTest {
    private static final int PER_SITE = 4;
    private static final int MESSAGES = 60_000;
    private static final int PER_SECOND = 10_000;
    /** By chance; with time-outs of a near member's round trip, and what is far taken for a queue, some 4,900 at each far member. */
    private static final int MOST_LOST = 5;

    /** Two sites of four; the sender is at the first. */
    private static Simulation sites(long seed, String trunk, String access) {
        Topology.Builder topology = Topology.builder();
        for (int site = 0; site < 2; site++) {
            int router = topology.router(0, LinkSettings.parse(trunk));
            for (int host = 0; host < PER_SITE; host++) {
                topology.host(router, LinkSettings.parse(access));
            }
        }
        Simulation simulation = Simulation.builder(seed)
                .topology(topology.build())
                .protocol(new PbcastProtocol())
                .build();
        assertThat(simulation.runUntil(
                        () -> simulation.node(0).receiverCount() == 2 * PER_SITE - 1, Duration.ofSeconds(30)))
                .isTrue();
        return simulation;
    }

    @ParameterizedTest
    @CsvSource({"1, 25ms", "2, 25ms", "3, 50ms", "4, 50ms", "33, 50ms", "47, 50ms", "57, 50ms", "5, 5ms", "6, 5ms"})
    void shouldRepairMuchWhateverTheDistance(long seed, String delay) {
        Simulation simulation = sites(seed, "rate=1Gbit,delay=" + delay, "rate=1Gbit,delay=0.1ms,loss=5%");
        simulation.node(0).send(Workload.paced(MESSAGES, 200, PER_SECOND));
        assertThat(simulation.runUntil(simulation.node(0)::isSendingDone, Duration.ofSeconds(60)))
                .isTrue();
        simulation.runFor(Duration.ofSeconds(5));
        assertThat(simulation.node(0).events())
                .as("who answers from far away keeps up, seed %d", seed)
                .noneMatch(SessionEvent.ReceiverLagging.class::isInstance);
        List<SimNode> receivers = simulation.nodes().subList(1, 2 * PER_SITE);
        long lost = 0;
        for (SimNode receiver : receivers) {
            lost += receiver.reportedLost();
            assertThat(receiver.delivered() + receiver.reportedLost())
                    .as("delivered or reported lost, seed %d", seed)
                    .isEqualTo(MESSAGES);
        }
        assertThat(lost).as("lost of 7 x %d, seed %d", MESSAGES, seed).isLessThanOrEqualTo(MOST_LOST);
        assertThat(sum(simulation.nodes(), EngineMeter.REPAIRS_SENT))
                .as("repairs, seed %d", seed)
                .isLessThan(3 * sum(receivers, EngineMeter.PACKETS_MISSED) / 2);
    }

    /** Whoever misses one of the last packets may need a dozen requests, and is waited for as long as it asks. */
    @Test
    void shouldWaitForThoseWhoAskFromFarAway() {
        LinkSettings far = LinkSettings.parse("delay=20ms,loss=5%,jitter=2ms");
        LinkSettings worse = LinkSettings.parse("delay=60ms,loss=19%,jitter=2ms");
        for (long seed = 0; seed < 60; seed++) {
            Topology.Builder topology = Topology.builder();
            int router = topology.router(0, LinkSettings.parse("delay=0.1ms"));
            topology.host(router, far);
            for (int host = 0; host < PER_SITE; host++) {
                topology.host(router, new LinkSettings(worse.down(), far.up()));
            }
            Simulation simulation = Simulation.builder(seed)
                    .topology(topology.build())
                    .protocol(new PbcastProtocol())
                    .build();
            SimNode sender = simulation.node(0);
            assertThat(simulation.runUntil(() -> sender.receiverCount() == PER_SITE, Duration.ofSeconds(30)))
                    .isTrue();
            sender.send(Workload.paced(200, 1300, 50));
            simulation.runUntil(sender::isSendingDone, Duration.ofSeconds(30));
            sender.close(Duration.ofSeconds(30));
            simulation.runUntil(() -> sender.closeResult() != null, Duration.ofSeconds(31));
            assertThat(sender.closeResult()).as("seed %d", seed).isEqualTo(FlushResult.completed());
        }
    }

    private static long sum(List<SimNode> nodes, EngineMeter meter) {
        return nodes.stream().mapToLong(node -> node.statistics().get(meter)).sum();
    }
}
