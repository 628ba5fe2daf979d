package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.pbcast.wire.PbcastPacket.Digest;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Request;
import org.rmcast.sim.Simulation;

/** What each variant sends when a known packet is lost on its way to known members. */
class PbcastVariantTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    /** A sender and receivers; what is sent while some are cut off is lost to them. */
    private static Simulation start(int hosts, String links, PbcastConfig config) {
        Simulation simulation = PbcastGroupTest.group(3, hosts, links, config).build();
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream()
                                .allMatch(node -> node.receiverCount() == hosts - (node.index() == 0 ? 1 : 2)),
                        LONG))
                .isTrue();
        simulation.node(0).send(new byte[10]);
        simulation.runFor(Duration.ofMillis(1_500));
        return simulation;
    }

    private static void sendMissedBy(Simulation simulation, List<Integer> hosts, int messages) {
        simulation.partition(hosts);
        for (int i = 0; i < messages; i++) {
            simulation.node(0).send(new byte[1_000]);
        }
        simulation.runFor(Duration.ofMillis(5));
        simulation.heal();
    }

    /** The same over links so slow that the packet must be caught where it arrives. */
    private static void sendMissedFarAway(Simulation simulation) {
        simulation.node(0).send(new byte[1_000]);
        simulation.partition(List.of(2));
        simulation.runFor(Duration.ofMillis(65));
        simulation.heal();
    }

    private static PbcastConfig paper(String variant) {
        return PbcastConfig.paper().with("variant", variant);
    }

    @Test
    void shouldRepairByUnicastInBasic() {
        Simulation simulation = start(6, "delay=1ms,rate=1Gbit", paper("basic"));
        PacketCounts counts = PacketCounts.of(simulation);
        sendMissedBy(simulation, List.of(3, 4, 5), 1);
        simulation.runFor(Duration.ofSeconds(2));
        assertThat(simulation.nodes().subList(1, 6)).allMatch(node -> node.delivered() == 2);
        assertThat(counts.multicasts(PacketType.RETRANSMISSION)).isZero();
        assertThat(counts.unicasts(PacketType.RETRANSMISSION)).isBetween(3L, 9L);
        assertThat(counts.unicasts(PacketType.REQUEST)).isEqualTo(counts.unicasts(PacketType.RETRANSMISSION));
        assertThat(counts.unicasts(PacketType.INFO) + counts.unicasts(PacketType.MCAST))
                .isZero();
    }

    @Test
    void shouldMulticastWhatSeveralAskForInIpmc() {
        Simulation simulation = start(6, "delay=1ms,rate=1Gbit", paper("ipmc").with("subgroupSize", 5));
        PacketCounts counts = PacketCounts.of(simulation);
        sendMissedBy(simulation, List.of(3, 4, 5), 1);
        simulation.runFor(Duration.ofSeconds(2));
        assertThat(simulation.nodes().subList(1, 6)).allMatch(node -> node.delivered() == 2);
        assertThat(counts.multicasts(PacketType.RETRANSMISSION)).isPositive();
    }

    @Test
    void shouldTellWhatWasRepairedInGrb() {
        Simulation simulation = start(6, "delay=1ms,rate=1Gbit", paper("grb"));
        PacketCounts counts = PacketCounts.of(simulation);
        sendMissedBy(simulation, List.of(5), 1);
        simulation.runFor(Duration.ofSeconds(1));
        assertThat(simulation.node(5).delivered()).isEqualTo(2);
        assertThat(counts.packets(Digest.class, PacketType.GOSSIP).stream()
                        .flatMap(digest -> digest.entries().stream())
                        .map(Entry::repaired))
                .anyMatch(mask -> mask.length > 0);
    }

    @Test
    void shouldAskTogetherInLocal() {
        Simulation simulation = start(6, "delay=1ms,rate=1Gbit", paper("local").with("neighbours", 2));
        PacketCounts counts = PacketCounts.of(simulation);
        for (int i = 0; i < 10; i++) {
            sendMissedBy(simulation, List.of(3, 4, 5), 1);
            simulation.runFor(Duration.ofMillis(1_500));
        }
        assertThat(simulation.nodes().subList(1, 6)).allMatch(node -> node.delivered() == 11);
        assertThat(counts.unicasts(PacketType.INFO))
                .isEqualTo(counts.packets(Request.class, PacketType.REQUEST).stream()
                        .filter(request -> !request.prompt())
                        .count());
        assertThat(counts.unicasts(PacketType.MCAST)).isPositive();
        assertThat(counts.multicasts(PacketType.RETRANSMISSION)).isPositive();
    }

    @Test
    void shouldRefuseWhatComesTooLateInThePaperAndServeItOtherwise() {
        // 60 ms each way: gossip and request do not fit a round of 100 ms.
        Simulation slow = start(3, "delay=30ms,rate=1Gbit", PbcastConfig.paper());
        sendMissedFarAway(slow);
        slow.runFor(Duration.ofSeconds(3));
        long refused = slow.nodes().stream()
                .mapToLong(node -> node.statistics().get(EngineMeter.REPAIRS_SUPPRESSED))
                .sum();
        assertThat(refused).isPositive();
        assertThat(slow.node(2).delivered()).isEqualTo(1);
        assertThat(slow.node(2).events(SessionEvent.MessagesLost.class))
                .singleElement()
                .returns(EventCause.NOT_IN_TIME, SessionEvent.MessagesLost::cause);
        Simulation patient =
                start(3, "delay=30ms,rate=1Gbit", PbcastConfig.paper().with("acceptedRounds", 3));
        sendMissedFarAway(patient);
        patient.runFor(Duration.ofSeconds(3));
        assertThat(patient.node(2).delivered()).isEqualTo(2);
    }

    @Test
    void shouldAskForNoMoreThanARoundAllowsMostRecentFirst() {
        Simulation simulation = start(
                3,
                "delay=1ms,rate=1Gbit",
                PbcastConfig.paper().with("requestsPerRound", 4).withPackets(1_200));
        PacketCounts counts = PacketCounts.of(simulation);
        sendMissedBy(simulation, List.of(2), 20);
        simulation.runFor(Duration.ofMillis(1_200));
        List<Request> requests = counts.packets(Request.class, PacketType.REQUEST);
        assertThat(requests).hasSizeGreaterThan(2);
        for (Request request : requests) {
            assertThat(request.wants()).hasSize(1);
            assertThat(bits(request)).isLessThanOrEqualTo(4);
        }
        // 21 packets were sent, and the highest are asked for first.
        assertThat(requests.get(0).wants().get(0).start()).isEqualTo(18);
    }

    private static int bits(Request request) {
        int bits = 0;
        for (byte part : request.wants().get(0).mask()) {
            bits += Integer.bitCount(part & 0xff);
        }
        return bits;
    }

    @Test
    void shouldHoldPacketsForTheirRoundsAndNoLonger() {
        Simulation simulation = start(4, "delay=1ms,rate=1Gbit", PbcastConfig.paper());
        PacketCounts counts = PacketCounts.of(simulation);
        simulation.node(0).send(new byte[10]);
        simulation.runFor(Duration.ofMillis(800));
        assertThat(simulation.nodes()).allMatch(node -> node.statistics().get(EngineMeter.BUFFER_PACKETS) == 1);
        simulation.runFor(Duration.ofMillis(400));
        assertThat(simulation.nodes()).allMatch(node -> node.statistics().get(EngineMeter.BUFFER_PACKETS) == 0);
        for (int host = 1; host < 4; host++) {
            assertThat(simulation.node(host).delivered()).isEqualTo(2);
        }
        // Four members gossiped for it, each ten times.
        long offers = counts.packets(Digest.class, PacketType.GOSSIP).stream()
                .flatMap(digest -> digest.entries().stream())
                .filter(entry -> entry.low() == 2 && entry.next() == 3)
                .count();
        assertThat(offers).isEqualTo(40);
    }

    @Test
    void shouldFindALostTailByPushAndByPull() {
        for (String gossip : List.of("push", "pull")) {
            Simulation simulation =
                    start(4, "delay=1ms,rate=1Gbit", PbcastConfig.paper().with("gossip", gossip));
            PacketCounts counts = PacketCounts.of(simulation);
            sendMissedBy(simulation, List.of(2, 3), 1);
            simulation.runFor(Duration.ofSeconds(1));
            assertThat(simulation.nodes().subList(1, 4)).as(gossip).allMatch(node -> node.delivered() == 2);
            boolean pull = gossip.equals("pull");
            assertThat(counts.unicasts(PacketType.LACK) > 0).isEqualTo(pull);
            assertThat(counts.unicasts(PacketType.GOSSIP) > 0).isEqualTo(!pull);
            assertThat(counts.unicasts(PacketType.REQUEST) > 0).isEqualTo(!pull);
        }
    }

    @Test
    void shouldAskSoonAndFromTheSenderByDefault() {
        Simulation simulation = start(4, "delay=1ms,rate=1Gbit", PbcastConfig.defaults());
        sendMissedBy(simulation, List.of(3), 1);
        simulation.node(0).send(new byte[10]);
        // Reordering delay, request and repair: long before gossip would have come.
        simulation.runFor(Duration.ofMillis(8));
        assertThat(simulation.node(3).delivered()).isEqualTo(3);
    }

    @Test
    void shouldSpreadDataByGossipAlone() {
        Simulation simulation = start(
                20,
                "delay=1ms,rate=1Gbit",
                PbcastConfig.defaults()
                        .with("dissemination", "gossip")
                        .with("dataTree", false)
                        .with("fillPackets", false));
        PacketCounts counts = PacketCounts.of(simulation);
        for (int i = 0; i < 50; i++) {
            simulation.node(0).send(new byte[1_000]);
        }
        simulation.runFor(Duration.ofSeconds(2));
        assertThat(simulation.nodes().subList(1, 20)).allMatch(node -> node.delivered() == 51);
        assertThat(counts.multicasts(PacketType.DATA)).isZero();
        assertThat(counts.unicasts(PacketType.DATA)).isEqualTo(50 * 4);
        assertThat(counts.unicasts(PacketType.FORWARD)).isBetween(50 * 4 * 15L, 50 * 4 * 19L);
    }
}
