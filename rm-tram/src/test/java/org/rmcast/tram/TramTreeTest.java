package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.impair.Impairments;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** How the tree forms, and how it changes. Host 0 sends. */
class TramTreeTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final LinkSettings LINK = LinkSettings.parse("delay=1ms,rate=1Gbit");

    @Test
    void shouldHangReceiversOnTheHeadOfTheirOwnBranch() {
        Simulation simulation = Simulation.builder(1)
                .topology(Topology.twoLevel(3, 5, LINK, LINK))
                .protocol(new TramProtocol())
                .role(1, Role.REPAIR_NODE)
                .role(6, Role.REPAIR_NODE)
                .role(11, Role.REPAIR_NODE)
                .startAt(2, SECOND)
                .startAt(3, SECOND)
                .startAt(4, SECOND)
                .startAt(5, SECOND)
                .startAt(7, SECOND)
                .startAt(8, SECOND)
                .startAt(9, SECOND)
                .startAt(10, SECOND)
                .startAt(12, SECOND)
                .startAt(13, SECOND)
                .startAt(14, SECOND)
                .startAt(15, SECOND)
                .build();
        simulation.runUntil(SECOND);
        join(simulation, 12);
        for (int branch = 0; branch < 3; branch++) {
            SimNode head = simulation.node(1 + branch * 5);
            assertThat(head.statistics().get(TramMeter.TREE_LEVEL)).isEqualTo(2);
            for (int i = 1; i < 5; i++) {
                SimNode receiver = simulation.node(1 + branch * 5 + i);
                assertThat(receiver.statistics().get(TramMeter.HEAD_ID))
                        .as("head of host %d", receiver.index())
                        .isEqualTo(head.memberId());
                assertThat(receiver.statistics().get(TramMeter.TREE_LEVEL)).isEqualTo(3);
            }
        }
    }

    @Test
    void shouldFindPlacesWhereHeadsAreFull() {
        Simulation simulation =
                star(10, TramConfig.defaults().with("maxMembers", 2)).build();
        join(simulation, 10);
        for (SimNode node : simulation.nodes()) {
            assertThat(node.statistics().members()).hasSizeLessThanOrEqualTo(2);
        }
        send(simulation, 200);
    }

    @Test
    void shouldNotHangAnythingOnMembersThatMayNotBeHeads() {
        Simulation simulation = star(
                        4, TramConfig.defaults().with("maxMembers", 2).with("canBeHead", false))
                .build();
        simulation.runFor(SECOND.multipliedBy(3));
        assertThat(simulation.node(0).receiverCount()).isEqualTo(2);
    }

    @Test
    void shouldJoinByAdvertisementsInThePaper() {
        Simulation simulation =
                star(5, TramConfig.paper().with("canBeHead", true)).build();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == 5, SECOND.multipliedBy(30)))
                .isTrue();
        simulation.node(0).send(Workload.paced(200, 1_316, 30));
        finish(simulation, 200, 5);
    }

    @Test
    void shouldUseStaticHeads() {
        Simulation plain = star(3, TramConfig.defaults()).build();
        String named = plain.node(2).address().getAddress().getHostAddress() + ":"
                + plain.node(2).address().getPort();
        SimulationBuilder builder = star(3, TramConfig.defaults());
        builder.parameters(
                3,
                TramConfig.defaults().with("staticHeads", List.of(named + "/1")).parameters());
        Simulation simulation = builder.startAt(3, SECOND).build();
        join(simulation, 3);
        assertThat(simulation.node(3).statistics().get(TramMeter.HEAD_ID))
                .isEqualTo(simulation.node(2).memberId());
    }

    @Test
    void shouldElectOneHeadForALan() {
        Simulation simulation = Simulation.builder(5)
                .topology(Topology.twoLevel(1, 6, LINK, LINK))
                .protocol(new TramProtocol())
                .parameters(TramConfig.defaults()
                        .with("lanElection", true)
                        .with("reluctantHeadsWait", false)
                        .parameters())
                .startAt(0, SECOND)
                .build();
        simulation.runUntil(SECOND);
        join(simulation, 6);
        simulation.runFor(SECOND);
        List<SimNode> heads = simulation.nodes().stream()
                .filter(node -> node.role() == Role.RECEIVER
                        && !node.statistics().members().isEmpty())
                .toList();
        assertThat(heads).hasSizeLessThanOrEqualTo(1);
        send(simulation, 100);
    }

    @Test
    void shouldMoveMembersWithoutLossWhenAHeadResigns() {
        Simulation simulation = withTwoHeads().build();
        join(simulation, 4);
        SimNode leaving = headWithMembers(simulation);
        simulation.node(0).send(Workload.paced(2_000, 800, 1_000));
        simulation.after(SECOND.dividedBy(2), () -> leaving.close(SECOND.multipliedBy(5)));
        finish(simulation, 2_000, 4);
        assertThat(simulation.nodes().stream()
                        .flatMap(node -> node.events(SessionEvent.RepairHeadChanged.class).stream())
                        .map(SessionEvent.RepairHeadChanged::cause))
                .contains(EventCause.HEAD_LEFT);
    }

    @Test
    void shouldMoveMembersWithoutLossWhenAHeadCrashes() {
        Simulation simulation = withTwoHeads().build();
        for (int host = 3; host <= 6; host++) {
            simulation.accessLink(host).impair(LinkSettings.parse("delay=1ms,rate=1Gbit,loss=10%"));
        }
        join(simulation, 4);
        SimNode victim = headWithMembers(simulation);
        simulation.node(0).send(Workload.paced(3_000, 800, 1_000));
        simulation.after(SECOND.dividedBy(2), victim::crash);
        finish(simulation, 3_000, 4);
    }

    @Test
    void shouldLetALateJoinerBeginWithWhatComes() {
        Simulation simulation = star(3, TramConfig.defaults()).notStarted(3).build();
        join(simulation, 2);
        simulation.node(0).send(Workload.paced(1_000, 500, 500));
        simulation.runFor(SECOND);
        simulation.node(3).restart();
        closeSender(simulation);
        assertThat(simulation.node(1).delivered()).isEqualTo(1_000);
        assertThat(simulation.node(3).delivered()).isBetween(450L, 510L);
        assertThat(simulation.node(3).reportedLost()).isZero();
    }

    @Test
    void shouldLetALateJoinerLookBackWhereTheChannelSaysSo() {
        Simulation simulation = star(3, TramConfig.defaults().with("lateJoin", "limited-recovery"))
                .notStarted(3)
                .build();
        join(simulation, 2);
        simulation.node(0).send(Workload.paced(1_000, 500, 500));
        simulation.runFor(SECOND);
        simulation.node(3).restart();
        closeSender(simulation);
        assertThat(simulation.node(3).delivered()).isEqualTo(1_000);
    }

    @Test
    void shouldPruneTheLossiestMemberAtTheMinimumRateInThePaper() {
        Simulation simulation = star(
                        4, TramConfig.paper().with("minRate", 30_000).with("maxRate", 40_000))
                .build();
        simulation.runUntil(() -> simulation.node(0).receiverCount() == 4, SECOND.multipliedBy(30));
        simulation
                .accessLink(4)
                .impair(new LinkSettings(
                        Impairments.parse("delay=1ms,rate=1Gbit,loss=60%"), Impairments.parse("delay=1ms,rate=1Gbit")));
        simulation.node(0).send(Workload.paced(3_000, 1_316, 30));
        // While the window is closed an ack window takes 32 s, and five are looked at.
        simulation.runFor(SECOND.multipliedBy(400));

        assertThat(simulation.node(4).events(SessionEvent.MemberPruned.class)).isNotEmpty();
        for (int host = 1; host <= 3; host++) {
            assertThat(simulation.node(host).events(SessionEvent.MemberPruned.class))
                    .as("host %d, which may have become the head of host 4", host)
                    .allMatch(pruned -> pruned.memberId() == simulation.node(4).memberId());
        }
        assertThat(simulation.node(0).events(SessionEvent.MemberPruned.class))
                .allMatch(pruned -> pruned.cause() == EventCause.LOSES_TOO_MUCH);
    }

    @Test
    void shouldGiveUpAReceiverThatStopsAndKeepItsBound() {
        Simulation simulation =
                star(4, TramConfig.defaults().with("cachePackets", 5_000)).build();
        join(simulation, 4);
        simulation.node(0).send(Workload.paced(40_000, 1_000, 4_000));
        simulation.runFor(SECOND.multipliedBy(2));
        long memberId = simulation.node(4).memberId();
        simulation.node(4).pause();
        simulation.runFor(SECOND.multipliedBy(4));
        assertThat(simulation.node(0).events(SessionEvent.MemberPruned.class))
                .anyMatch(pruned -> pruned.memberId() == memberId && pruned.cause() == EventCause.SILENT);
        assertThat(simulation.node(0).statistics().get(EngineMeter.BUFFER_PACKETS))
                .isLessThanOrEqualTo(5_000);
        long before = simulation.node(1).delivered();
        simulation.runFor(SECOND);
        assertThat(simulation.node(1).delivered() - before).isBetween(3_900L, 4_100L);
    }

    /** Two repair nodes, hosts 1 and 2, and receivers that come when those are in the tree. */
    private static SimulationBuilder withTwoHeads() {
        SimulationBuilder builder =
                star(6, TramConfig.defaults()).role(1, Role.REPAIR_NODE).role(2, Role.REPAIR_NODE);
        for (int host = 3; host <= 6; host++) {
            builder.startAt(host, SECOND);
        }
        return builder;
    }

    private static SimNode headWithMembers(Simulation simulation) {
        return simulation.nodes().stream()
                .filter(node -> node.role() == Role.REPAIR_NODE
                        && !node.statistics().members().isEmpty())
                .findFirst()
                .orElseThrow();
    }

    private static SimulationBuilder star(int others, TramConfig config) {
        return Simulation.builder(11)
                .topology(Topology.star(others + 1, LINK))
                .protocol(new TramProtocol())
                .parameters(config.parameters());
    }

    private static void join(Simulation simulation, int receivers) {
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == receivers, SECOND.multipliedBy(20)))
                .as("%d of %d receivers", simulation.node(0).receiverCount(), receivers)
                .isTrue();
    }

    private static void send(Simulation simulation, int messages) {
        int receivers = (int) simulation.nodes().stream()
                .filter(node -> node.role() == Role.RECEIVER)
                .count();
        simulation.node(0).send(Workload.paced(messages, 500, 1_000));
        finish(simulation, messages, receivers);
    }

    private static void finish(Simulation simulation, int messages, int receivers) {
        closeSender(simulation);
        List<Integer> incomplete = new ArrayList<>();
        IntStream.range(1, simulation.nodes().size())
                .filter(host -> simulation.node(host).role() == Role.RECEIVER)
                .filter(host -> simulation.node(host).delivered() != messages)
                .forEach(incomplete::add);
        assertThat(incomplete).isEmpty();
        assertThat(simulation.nodes().stream().filter(node -> node.role() == Role.RECEIVER))
                .hasSize(receivers);
    }

    private static void closeSender(Simulation simulation) {
        assertThat(simulation.runUntil(simulation.node(0)::isSendingDone, SECOND.multipliedBy(120)))
                .isTrue();
        simulation.node(0).close(SECOND.multipliedBy(60));
        assertThat(simulation.runUntil(() -> simulation.node(0).closeResult() != null, SECOND.multipliedBy(70)))
                .isTrue();
        assertThat(simulation.node(0).closeResult()).matches(result -> result != null && result.complete());
        simulation.runFor(SECOND);
        simulation.checkComplete();
    }
}
