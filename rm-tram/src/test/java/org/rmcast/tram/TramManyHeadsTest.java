package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Role;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.tram.wire.TramPacket;

/** Many heads in one scope: what one of them sends to the group comes to the members of all. Host 0 sends. */
class TramManyHeadsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String LINK = "delay=500us,rate=1Gbit";

    /** What came to some hosts, by type. */
    private static final class Heard implements NodeObserver {
        private final Map<TramPacket.Type, Long> counts = new EnumMap<>(TramPacket.Type.class);
        private boolean on;

        @Override
        public void onReceived(byte[] datagram, long nowNanos) {
            if (on) {
                counts.merge(Parts.decode(datagram).type(), 1L, Long::sum);
            }
        }

        long all() {
            return counts.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    @Test
    void shouldNotTroubleTheMembersOfOtherHeadsWithRepairs() {
        int heads = 20;
        int perHead = 50;
        int receivers = heads * perHead;
        int perSecond = 1_000;
        int warmUp = 2;
        int seconds = 1;
        var builder = Simulation.builder(20)
                .topology(Topology.star(1 + heads + receivers, LinkSettings.parse(LINK)))
                .protocol(new TramProtocol())
                .traceLines(0);
        for (int host = 1; host <= heads; host++) {
            builder.role(host, Role.REPAIR_NODE);
        }
        for (int host = heads + 1; host <= heads + receivers; host++) {
            builder.startAt(host, SECOND.plusMillis(host));
        }
        Simulation simulation = builder.build();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == receivers, SECOND.multipliedBy(20)))
                .isTrue();
        simulation.runFor(SECOND.multipliedBy(3));
        Heard atHeads = new Heard();
        Heard atReceivers = new Heard();
        for (int host = 1; host <= heads + receivers; host++) {
            simulation.accessLink(host).impair(LinkSettings.parse(LINK + ",loss=1%"));
            simulation.node(host).observe(host <= heads ? atHeads : atReceivers);
        }
        simulation.node(0).send(Workload.paced((long) perSecond * (warmUp + seconds), 1_000, perSecond));
        simulation.runFor(SECOND.multipliedBy(warmUp));
        atHeads.on = true;
        atReceivers.on = true;
        simulation.runFor(SECOND.multipliedBy(seconds));
        atHeads.on = false;
        atReceivers.on = false;
        simulation.runFor(SECOND);
        double packets = (double) perSecond * seconds;
        double perReceiver = atReceivers.all() / packets / receivers;
        double perHeadNode = atHeads.all() / packets / heads;
        System.out.printf(
                "seed %d, %d heads x %d: %.2f datagrams for each data packet at receivers, %.2f at heads; %s; %s%n",
                simulation.seed(), heads, perHead, perReceiver, perHeadNode, atReceivers.counts, atHeads.counts);
        assertThat(simulation.node(heads + 1).delivered()).isEqualTo((long) perSecond * (warmUp + seconds));
        assertThat(perReceiver).isLessThanOrEqualTo(1.2);
        assertThat(perHeadNode).isLessThanOrEqualTo(1.7);
    }

    /** Alone in its scope a head troubles nobody but its own members. */
    @Test
    void shouldRepairToTheGroupWhereAHeadIsAlone() {
        int receivers = 64;
        int perSecond = 1_000;
        Simulation simulation = Simulation.builder(21)
                .topology(Topology.star(1 + receivers, LinkSettings.parse(LINK)))
                .protocol(new TramProtocol())
                .traceLines(0)
                .build();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == receivers, SECOND.multipliedBy(20)))
                .isTrue();
        for (int host = 1; host <= receivers; host++) {
            simulation.accessLink(host).impair(LinkSettings.parse(LINK + ",loss=5%"));
        }
        long before = simulation.node(0).counters().bytesSent();
        simulation.node(0).send(Workload.paced(5L * perSecond, 1_000, perSecond));
        simulation.runFor(SECOND.multipliedBy(6));
        double bytes = (simulation.node(0).counters().bytesSent() - before) / (5.0 * perSecond);
        double repairs = simulation.node(0).statistics().get(EngineMeter.REPAIRS_SENT) / (5.0 * perSecond);
        System.out.printf(
                "seed %d, one head x %d at 5 %%: %.0f bytes and %.2f repairs sent for each data packet%n",
                simulation.seed(), receivers, bytes, repairs);
        assertThat(simulation.node(1).delivered()).isEqualTo(5L * perSecond);
        assertThat(repairs).isLessThanOrEqualTo(2.3);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldSpreadTheMembersOfADeadHead(long seed) {
        int heads = 5;
        int receivers = heads * 20;
        // One of the others has one member less than the rest: all orphans went there.
        List<Integer> headOf = new ArrayList<>(IntStream.range(0, receivers)
                .mapToObj(i -> i == receivers - 1 ? 2 : 1 + i % heads)
                .toList());
        Collections.shuffle(headOf, new Random(seed));
        var builder = Simulation.builder(seed)
                .topology(Topology.star(1 + heads + receivers, LinkSettings.parse(LINK)))
                .protocol(new TramProtocol())
                .traceLines(0);
        for (int host = 1; host <= heads; host++) {
            builder.role(host, Role.REPAIR_NODE);
        }
        for (int host = heads + 1; host <= heads + receivers; host++) {
            InetSocketAddress head = SimNode.addressOf(headOf.get(host - heads - 1));
            String named = head.getAddress().getHostAddress() + ":" + head.getPort() + "/1";
            builder.parameters(
                    host,
                    TramConfig.defaults().with("staticHeads", List.of(named)).parameters());
            builder.startAt(host, SECOND);
        }
        Simulation simulation = builder.build();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == receivers, SECOND.multipliedBy(20)))
                .isTrue();
        simulation.runFor(SECOND);
        SimNode dead = simulation.node(1);
        List<SimNode> orphans = simulation.nodes().stream()
                .filter(node -> node.statistics().get(TramMeter.HEAD_ID) == dead.memberId())
                .toList();
        dead.crash();
        simulation.runFor(SECOND.multipliedBy(5));
        Map<Long, Long> takers = orphans.stream()
                .collect(Collectors.groupingBy(
                        node -> node.statistics().get(TramMeter.HEAD_ID), TreeMap::new, Collectors.counting()));
        System.out.printf("seed %d: %d orphans, taken %s%n", seed, orphans.size(), takers);
        assertThat(orphans).hasSize(receivers / heads);
        assertThat(takers.keySet()).doesNotContain(0L, dead.memberId());
        assertThat(takers.values()).allMatch(taken -> taken <= orphans.size() / 2);
    }
}
