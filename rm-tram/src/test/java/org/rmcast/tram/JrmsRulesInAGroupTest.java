package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.tram.wire.TramPacket;

/** The rules of JRMS whose effect shows in a group: a sender (host 0), a repair node (1) and receivers. */
class JrmsRulesInAGroupTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long SEED = 7;

    /** Packet 100 never comes to host 2: the window closes. */
    @Test
    void shouldLetOnePacketThroughEachSecondWhileTheWindowIsClosed() {
        Simulation stops = untilTheWindowCloses();
        long before = sent(stops);
        stops.runFor(SECOND.multipliedBy(60));
        assertThat(sent(stops)).isEqualTo(before);
        Simulation trickles = untilTheWindowCloses(JrmsRule.TRICKLE);
        before = sent(trickles);
        trickles.runFor(SECOND.multipliedBy(60));
        assertThat(sent(trickles) - before).isBetween(59L, 61L);
    }

    private static Simulation untilTheWindowCloses(JrmsRule... rules) {
        Simulation simulation = group(3, false, rules).build();
        begin(simulation, 2);
        simulation.accessLink(2).injectDown(LinkFault.drop(JrmsRulesInAGroupTest::isPacket100, 1, 1));
        simulation.node(0).send(Workload.unpaced(3_000, 1_300));
        simulation.runFor(SECOND.multipliedBy(20));
        return simulation;
    }

    private static long sent(Simulation simulation) {
        return simulation.node(0).statistics().get(EngineMeter.DATA_PACKETS_SENT);
    }

    /** Thirty packets in a row are lost on the way to host 2, and repaired by its head: at once, or at the sender's rate. */
    @Test
    void shouldRepairAtTheRateOfTheSender() {
        assertThat(nanosOfThirtyRepairs()).isLessThan(100_000_000L);
        assertThat(nanosOfThirtyRepairs(JrmsRule.REPAIR_RATE)).isGreaterThan(500_000_000L);
    }

    private static long nanosOfThirtyRepairs(JrmsRule... rules) {
        Simulation simulation = group(4, true, rules).build();
        begin(simulation, 2);
        List<Long> repairs = new ArrayList<>();
        simulation.node(1).observe(new NodeObserver() {
            @Override
            public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                if (DatagramHeader.type(datagram) == TramPacket.Type.RETRANSMISSION.code()) {
                    repairs.add(nowNanos);
                }
            }
        });
        simulation.accessLink(2).injectDown(LinkFault.drop(JrmsRulesInAGroupTest::isData, 30, 300));
        simulation.node(0).send(Workload.paced(340, 1_300, 20));
        simulation.runFor(SECOND.multipliedBy(60));
        assertThat(repairs).hasSizeGreaterThanOrEqualTo(20);
        return repairs.get(19) - repairs.get(0);
    }

    /** Packet 100 never comes to host 2, whom its head does not serve therefore: would another one? */
    @Test
    void shouldStayWithAHeadThatDoesNotRepair() {
        assertThat(headsLeftForWantOfRepairs()).isPositive();
        assertThat(headsLeftForWantOfRepairs(JrmsRule.STAY)).isZero();
    }

    private static long headsLeftForWantOfRepairs(JrmsRule... rules) {
        Simulation simulation = group(4, true, rules).build();
        begin(simulation, 2);
        simulation.accessLink(2).injectDown(LinkFault.drop(JrmsRulesInAGroupTest::isPacket100, 1, 1));
        simulation.node(0).send(Workload.unpaced(3_000, 1_300));
        simulation.runFor(SECOND.multipliedBy(200));
        return simulation.node(2).events(SessionEvent.RepairHeadChanged.class).stream()
                .filter(event -> event.cause() == EventCause.NOT_IN_TIME)
                .count();
    }

    /** With all of them the receiver that holds the group up goes at the high mark, and the others get everything. */
    @Test
    void shouldDisownWhoHoldsTheGroupUp() {
        Simulation simulation = group(4, true, JrmsRule.values()).build();
        begin(simulation, 2);
        simulation.accessLink(2).injectDown(LinkFault.drop(JrmsRulesInAGroupTest::isPacket100, 1, 1));
        simulation.node(0).send(Workload.unpaced(3_000, 1_300));
        assertThat(simulation.runUntil(() -> simulation.node(3).delivered() == 3_000, SECOND.multipliedBy(1_500)))
                .as("delivered: %d, seed %d", simulation.node(3).delivered(), SEED)
                .isTrue();
        assertThat(simulation.node(1).events(SessionEvent.MemberPruned.class)).hasSize(1);
        assertThat(simulation.node(2).reportedLost()).isPositive();
    }

    private static void begin(Simulation simulation, int receivers) {
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == receivers, SECOND.multipliedBy(60)))
                .as("seed %d", SEED)
                .isTrue();
    }

    private static SimulationBuilder group(int hosts, boolean withHead, JrmsRule... rules) {
        TramConfig config = TramConfig.paper()
                .with("jrmsRules", Arrays.stream(rules).map(JrmsRule::written).toList())
                .with("maxRate", 1_000_000)
                .with("pruning", "none")
                .with("advertisementInterval", "0ms");
        SimulationBuilder builder = Simulation.builder(SEED)
                .topology(Topology.star(hosts, LinkSettings.parse("delay=1ms,rate=100Mbit")))
                .protocol(new TramProtocol())
                .parameters(config.parameters())
                .traceLines(0);
        if (withHead) {
            builder.role(1, Role.REPAIR_NODE);
            for (int host = 2; host < hosts; host++) {
                builder.startAt(host, SECOND.multipliedBy(10));
                builder.parameters(
                        host, config.with("staticHeads", List.of(head())).parameters());
            }
        }
        return builder;
    }

    private static String head() {
        InetSocketAddress head = SimNode.addressOf(1);
        return head.getAddress().getHostAddress() + ":" + head.getPort() + "/1";
    }

    private static boolean isData(byte[] datagram) {
        return DatagramHeader.type(datagram) == TramPacket.Type.DATA.code();
    }

    private static boolean isPacket100(byte[] datagram) {
        int type = DatagramHeader.type(datagram);
        return (type == TramPacket.Type.DATA.code() || type == TramPacket.Type.RETRANSMISSION.code())
                && ByteBuffer.wrap(datagram).getLong(40) == 100;
    }
}
