package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.Consumption;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * TRAM++ in a tree of one sender (host 0), a head (1) with five receivers (2 to 6) and a head (7) with five receivers (8 to
 * 12). Host 2 is the one that is slow, lossy or stopped.
 */
class TramPlusTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final LinkSettings LINK = LinkSettings.parse("delay=1ms,rate=1Gbit");
    private static final int MESSAGES = 8_000;
    private static final double PER_SECOND = 2_000;
    private static final int SLOW = 2;
    private static final int HEAD = 1;

    @Test
    void shouldFetchFromTheSenderWhatTheHeadHasDropped() {
        Simulation simulation = start(spill());
        simulation.at(SECOND.multipliedBy(3), () -> simulation.node(SLOW).pause());
        simulation.at(SECOND.multipliedBy(4), () -> simulation.node(SLOW).resume());
        send(simulation);
        finish(simulation);
        assertComplete(simulation, SLOW);
        assertThat(counters(simulation, HEAD).get(TramMeter.NOT_REPAIRED_SENT)).isPositive();
        assertThat(simulation.node(0).statistics().get(EngineMeter.REPAIRS_SENT))
                .isGreaterThan(1_000);
    }

    @Test
    void shouldClimbTheTreeWithABatchNotWithEachPacket() {
        Simulation simulation = start(spill());
        simulation.at(SECOND.multipliedBy(3), () -> simulation.node(SLOW).pause());
        simulation.at(SECOND.multipliedBy(4), () -> simulation.node(SLOW).resume());
        send(simulation);
        finish(simulation);
        long fetched = simulation.node(0).statistics().get(EngineMeter.REPAIRS_SENT);
        assertThat(counters(simulation, SLOW).get(TramMeter.REAFFILIATIONS)).isBetween(1L, fetched / 4);
        assertThat(counters(simulation, HEAD).get(TramMeter.NOT_REPAIRED_SENT)).isBetween(1L, fetched / 10);
    }

    @Test
    void shouldServeASlowApplicationBehindTheOthers() {
        Simulation simulation = start(spill());
        simulation.node(SLOW).consume(Consumption.rate(PER_SECOND / 2));
        send(simulation);
        simulation.runUntil(SECOND.multipliedBy(2 + (int) (MESSAGES / PER_SECOND) + 1));
        for (int host : List.of(3, 4, 5, 6, 8, 9, 10, 11, 12)) {
            assertThat(simulation.node(host).delivered()).as("host %d", host).isGreaterThan(MESSAGES - 200);
        }
        assertThat(simulation.node(SLOW).delivered()).isLessThan(MESSAGES * 2 / 3);
        simulation.node(SLOW).consume(Consumption.immediate());
        simulation.runFor(SECOND.multipliedBy(5));
        finish(simulation);
        assertComplete(simulation, SLOW);
        assertThat(simulation.node(HEAD).events(SessionEvent.ReceiverLagging.class))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.memberId()).isEqualTo(simulation.node(SLOW).memberId());
                    assertThat(event.packetsBehind()).isPositive();
                    assertThat(event.cause()).isEqualTo(EventCause.TOO_SLOW);
                    assertThat(event.reason()).contains("application");
                });
        assertThat(simulation.node(0).events(SessionEvent.ReceiverLagging.class))
                .hasSize(1);
        assertThat(simulation.node(0).events(SessionEvent.ReceiverCaughtUp.class))
                .hasSize(1);
    }

    @Test
    void shouldKeepEverythingForAReceiverThatIsStoppedForTwentySeconds() {
        Simulation simulation = start(spill().with("cachePackets", 65_536));
        simulation.at(SECOND.multipliedBy(3), () -> simulation.node(SLOW).pause());
        simulation.at(SECOND.multipliedBy(23), () -> simulation.node(SLOW).resume());
        simulation.node(0).send(Workload.paced(60_000, 500, PER_SECOND));
        simulation.runUntil(SECOND.multipliedBy(22));
        assertThat(simulation.node(12).delivered()).isGreaterThan((long) (20 * PER_SECOND) - 200);
        finish(simulation);
        assertThat(simulation.node(SLOW).delivered()).isEqualTo(60_000);
        assertThat(simulation.node(HEAD).events(SessionEvent.MemberPruned.class))
                .isEmpty();
        assertThat(simulation.node(0).events(SessionEvent.ReceiverLagging.class))
                .singleElement()
                .satisfies(event -> assertThat(event.cause()).isEqualTo(EventCause.SILENT));
    }

    @Test
    void shouldFlushWithAndWithoutTheOneThatLags() {
        Simulation simulation = start(spill());
        simulation.node(SLOW).consume(Consumption.none());
        simulation.node(0).send(Workload.paced(4_000, 500, PER_SECOND));
        simulation.runFor(SECOND.multipliedBy(3));
        SimFlush everyone = simulation.node(0).flush(Confirmation.EVERYONE, SECOND.multipliedBy(5));
        SimFlush keepingUp = simulation.node(0).flush(Confirmation.KEEPING_UP, SECOND.multipliedBy(5));
        simulation.runFor(SECOND);
        assertThat(keepingUp.result()).isEqualTo(FlushResult.completed());
        assertThat(everyone.result()).isNull();
        simulation.runFor(SECOND.multipliedBy(5));
        assertThat(Objects.requireNonNull(everyone.result()).missing())
                .extracting(FlushResult.Laggard::memberId)
                .containsExactly(simulation.node(SLOW).memberId());
        simulation.node(SLOW).consume(Consumption.immediate());
        SimFlush again = simulation.node(0).flush(Confirmation.EVERYONE, SECOND.multipliedBy(5));
        simulation.runFor(SECOND.multipliedBy(6));
        assertThat(again.result()).isEqualTo(FlushResult.completed());
        finish(simulation);
    }

    @Test
    void shouldWaitForASlowApplicationWithBlock() {
        Simulation simulation = start(plus("block"));
        simulation.node(SLOW).consume(Consumption.rate(PER_SECOND / 2));
        send(simulation);
        simulation.runUntil(SECOND.multipliedBy(2 + (int) (MESSAGES / PER_SECOND)));
        assertThat(simulation.node(12).delivered()).isLessThan(MESSAGES * 3 / 4);
        finish(simulation);
        assertComplete(simulation, SLOW);
        assertThat(simulation.node(HEAD).events(SessionEvent.ReceiverLagging.class))
                .isEmpty();
    }

    @Test
    void shouldPruneWhoNeedsTooMuchAndTellItItsHeadAndTheSender() {
        Simulation simulation = start(plus("prune").with("pruneUnsatisfiedShare", 0.02));
        simulation.node(SLOW).consume(Consumption.rate(PER_SECOND / 10));
        send(simulation);
        simulation.runUntil(SECOND.multipliedBy(2 + (int) (MESSAGES / PER_SECOND) + 1));
        long id = simulation.node(SLOW).memberId();
        for (int host : List.of(SLOW, HEAD, 0)) {
            assertThat(simulation.node(host).events(SessionEvent.MemberPruned.class))
                    .as("host %d", host)
                    .isNotEmpty()
                    .allSatisfy(event -> {
                        assertThat(event.memberId()).isEqualTo(id);
                        assertThat(event.cause()).isEqualTo(EventCause.ASKS_ELSEWHERE);
                        assertThat(event.reason()).contains("asked for after the repair head had dropped them");
                    });
        }
        for (int host : List.of(3, 4, 5, 6, 8, 9, 10, 11, 12)) {
            assertThat(simulation.node(host).delivered()).as("host %d", host).isGreaterThan(MESSAGES - 200);
        }
        simulation.node(SLOW).consume(Consumption.immediate());
        close(simulation);
        SimNode slow = simulation.node(SLOW);
        // It may be kept away when the stream ends, and notices only by the sender's silence.
        simulation.runFor(SECOND.multipliedBy(45));
        simulation.checkComplete();
        assertThat(slow.reportedLost()).isPositive();
        assertThat(slow.delivered() + slow.reportedLost()).isEqualTo(MESSAGES);
    }

    @Test
    void shouldKeepAPrunedMemberAwayLongerEachTime() {
        Simulation simulation =
                start(plus("prune").with("pruneUnsatisfiedShare", 0.01).with("rejoinDelay", "200ms"));
        simulation.node(SLOW).consume(Consumption.rate(50));
        simulation.node(0).send(Workload.paced(100_000, 500, PER_SECOND));
        simulation.runFor(SECOND.multipliedBy(40));
        int prunings =
                simulation.node(SLOW).events(SessionEvent.MemberPruned.class).size();
        // 40 s hold at most 200 + 400 + ... ms of waiting: seven or eight of them.
        assertThat(prunings).isBetween(3, 8);
    }

    @Test
    void shouldPruneWhoLosesTooMuchForTooLong() {
        Simulation simulation = start(plus("prune").with("prunePatience", "3s").with("pruneUnsatisfiedShare", 0));
        // Who loses much more may fall so far behind that it takes no new data, and so measures no loss.
        simulation.accessLink(SLOW).impair(LINK.withLoss(0.15));
        simulation.node(0).send(Workload.paced(8 * (long) PER_SECOND, 500, PER_SECOND));
        // Whether it finds its way back through that loss is another matter.
        List<Integer> told = List.of(SLOW, HEAD, 0);
        simulation.runUntil(
                () -> told.stream()
                        .noneMatch(host -> simulation
                                .node(host)
                                .events(SessionEvent.MemberPruned.class)
                                .isEmpty()),
                SECOND.multipliedBy(8));
        for (int host : told) {
            assertThat(simulation.node(host).events(SessionEvent.MemberPruned.class))
                    .as("host %d", host)
                    .isNotEmpty()
                    .allSatisfy(event -> {
                        assertThat(event.cause()).isEqualTo(EventCause.LOSES_TOO_MUCH);
                        assertThat(event.reason()).contains(", over 10.0 % for 3.");
                    });
        }
        assertThat(simulation.node(12).events(SessionEvent.MemberPruned.class)).isEmpty();
        simulation.accessLink(SLOW).impair(LINK);
        finish(simulation);
    }

    @Test
    void shouldNotPruneForLossesThatAllSuffer() {
        Simulation simulation = start(plus("prune").with("prunePatience", "3s").with("pruneUnsatisfiedShare", 0));
        for (int host = 1; host <= 12; host++) {
            simulation.accessLink(host).impair(LINK.withLoss(0.2));
        }
        simulation.node(0).send(Workload.paced(8 * (long) PER_SECOND, 500, PER_SECOND));
        simulation.runFor(SECOND.multipliedBy(7));
        assertThat(simulation.node(0).events(SessionEvent.MemberPruned.class)).isEmpty();
        finish(simulation);
    }

    /** Half of its packets overtake others by up to 2 ms, and none is lost. */
    @Test
    void shouldNotTakeWhatWasOvertakenForLost() {
        Simulation simulation = start(plus("prune").with("prunePatience", "3s").with("pruneUnsatisfiedShare", 0));
        simulation.accessLink(SLOW).impair(LinkSettings.parse("delay=5ms,reorder=50%,reorder-delay=2ms"));
        simulation.node(0).send(Workload.paced(8 * (long) PER_SECOND, 500, PER_SECOND));
        simulation.runFor(SECOND.multipliedBy(7));
        SimNode slow = simulation.node(SLOW);
        assertThat(slow.statistics().get(EngineMeter.PACKETS_OVERTAKEN)).isGreaterThan((long) PER_SECOND);
        assertThat(slow.statistics().get(EngineMeter.PACKETS_MISSED)).isZero();
        assertThat(slow.events(SessionEvent.Congestion.class)).isEmpty();
        assertThat(simulation.node(0).events(SessionEvent.MemberPruned.class)).isEmpty();
        finish(simulation);
        assertThat(slow.delivered()).isEqualTo(8 * (long) PER_SECOND);
    }

    @Test
    void shouldNotPruneForOnePause() {
        Simulation simulation = start(plus("prune").with("prunePatience", "3s").with("pruneUnsatisfiedShare", 0));
        simulation.node(0).send(Workload.paced(10 * (long) PER_SECOND, 500, PER_SECOND));
        simulation.runFor(SECOND);
        simulation.node(SLOW).pause();
        simulation.runFor(SECOND);
        simulation.node(SLOW).resume();
        simulation.runFor(SECOND.multipliedBy(7));
        assertThat(simulation.node(0).events(SessionEvent.MemberPruned.class)).isEmpty();
        finish(simulation);
        assertThat(simulation.node(SLOW).delivered()).isEqualTo(10 * (long) PER_SECOND);
    }

    @Test
    void shouldForgetWhatOneMissesWhenTheSendersCacheIsFull() {
        Simulation simulation = start(plus("prune")
                .with("pruneUnsatisfiedShare", 0)
                .with("windowMax", 256)
                .with("windowStart", 64)
                .with("cachePackets", 1_200)
                .with("prunePatience", "200ms"));
        simulation.node(SLOW).consume(Consumption.none());
        send(simulation);
        simulation.runUntil(SECOND.multipliedBy(2 + (int) (MESSAGES / PER_SECOND) + 2));
        assertThat(simulation.node(12).delivered()).isGreaterThan(MESSAGES - 200);
        assertThat(simulation.node(HEAD).events(SessionEvent.MemberPruned.class))
                .anySatisfy(event -> {
                    assertThat(event.cause()).isEqualTo(EventCause.NOT_HELD);
                    assertThat(event.reason()).contains("the sender no longer holds");
                });
        simulation.node(SLOW).consume(Consumption.immediate());
        finish(simulation);
    }

    @Test
    void shouldNotLetOneLossyReceiverSlowTheOthersDown() {
        Duration alone = timeOfTheOthers(0);
        Duration withALossyOne = timeOfTheOthers(0.3);
        assertThat(withALossyOne).isLessThan(alone.multipliedBy(105).dividedBy(100));
    }

    private static Duration timeOfTheOthers(double loss) {
        Simulation simulation = start(spill().with("maxRate", 5_000_000).with("cachePackets", 65_536));
        simulation.accessLink(SLOW).impair(LINK.withLoss(loss));
        simulation.node(0).send(Workload.unpaced(30_000, 1_316));
        assertThat(simulation.runUntil(() -> allOthersHave(simulation, 30_000), SECOND.multipliedBy(120)))
                .isTrue();
        Duration time = simulation.now();
        finish(simulation);
        assertThat(simulation.node(SLOW).delivered()).isEqualTo(30_000);
        return time;
    }

    private static boolean allOthersHave(Simulation simulation, long messages) {
        return simulation.nodes().stream()
                .filter(node -> node.role() == Role.RECEIVER && node.index() != SLOW)
                .allMatch(node -> node.delivered() == messages);
    }

    private static TramConfig plus(String slowReceivers) {
        return TramConfig.defaults()
                .with("recovery", "reaffiliate")
                .with("slowReceivers", slowReceivers)
                .with("headCachePackets", 200)
                .with("pruneMemory", "1s")
                .with("canBeHead", false);
    }

    private static TramConfig spill() {
        return plus("spill");
    }

    private static Simulation start(TramConfig config) {
        SimulationBuilder builder = Simulation.builder(7)
                .topology(Topology.twoLevel(2, 6, LINK, LINK))
                .protocol(new TramProtocol())
                .parameters(config.parameters())
                .deliveryQueue(50)
                .role(0, Role.SENDER)
                .role(HEAD, Role.REPAIR_NODE)
                .role(7, Role.REPAIR_NODE);
        for (int host : List.of(2, 3, 4, 5, 6, 8, 9, 10, 11, 12)) {
            builder.startAt(host, SECOND.dividedBy(2));
        }
        Simulation simulation = builder.build();
        new PermanentAckCheck(simulation, config).start();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == 10, SECOND.multipliedBy(5)))
                .isTrue();
        simulation.runUntil(SECOND.multipliedBy(2));
        return simulation;
    }

    private static void send(Simulation simulation) {
        simulation.node(0).send(Workload.paced(MESSAGES, 500, PER_SECOND));
    }

    private static void finish(Simulation simulation) {
        close(simulation);
        simulation.runFor(SECOND.multipliedBy(5));
        simulation.checkComplete();
    }

    private static void close(Simulation simulation) {
        assertThat(simulation.runUntil(() -> simulation.node(0).isSendingDone(), SECOND.multipliedBy(60)))
                .isTrue();
        simulation.node(0).close(SECOND.multipliedBy(60));
        assertThat(simulation.runUntil(() -> simulation.node(0).closeResult() != null, SECOND.multipliedBy(70)))
                .isTrue();
    }

    private static void assertComplete(Simulation simulation, int host) {
        assertThat(simulation.node(host).delivered()).isEqualTo(MESSAGES);
        assertThat(simulation.node(host).reportedLost()).isZero();
    }

    private static TramCounters counters(Simulation simulation, int host) {
        return ((TramReceiverEngine) simulation.node(host).engine()).counters();
    }
}
