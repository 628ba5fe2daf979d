package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.Consumption;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Traffic;
import org.rmcast.sim.Workload;
import org.rmcast.sim.check.Checks;
import org.rmcast.sim.check.FlushTruth;

/**
 * A flush and a close say what is true of receivers whose repair head is lost: two branches, each of a repair node and five receivers
 * below it. Host 0 sends; host 1 is the repair node of the hosts 2 to 6, host 7 that of the others.
 */
class TramTruthTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final LinkSettings LINK = LinkSettings.parse("delay=1ms,rate=1Gbit");
    private static final int MESSAGES = 100;

    private static SimulationBuilder twoBranches(long seed, String recovery) {
        SimulationBuilder builder = Simulation.builder(seed)
                .topology(Topology.twoLevel(2, 6, LINK, LINK))
                .protocol(new TramProtocol())
                .parameters(Parameters.none().with("recovery", recovery))
                .role(1, Role.REPAIR_NODE)
                .role(7, Role.REPAIR_NODE)
                .checks(Checks.none().with(new FlushTruth()));
        IntStream.of(2, 3, 4, 5, 6, 8, 9, 10, 11, 12).forEach(host -> builder.startAt(host, SECOND));
        return builder;
    }

    private static Simulation joined(SimulationBuilder builder) {
        Simulation simulation = builder.build();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == 10, SECOND.multipliedBy(10)))
                .isTrue();
        for (int host = 2; host <= 6; host++) {
            assertThat(simulation.node(host).statistics().get(TramMeter.HEAD_ID))
                    .isEqualTo(simulation.node(1).memberId());
        }
        return simulation;
    }

    private static List<Long> ids(Simulation simulation, int... hosts) {
        return IntStream.of(hosts)
                .mapToObj(host -> simulation.node(host).memberId())
                .toList();
    }

    private static FlushResult result(Simulation simulation, SimFlush flush) {
        assertThat(simulation.runUntil(flush::isDone, SECOND.multipliedBy(30))).isTrue();
        return Objects.requireNonNull(flush.result());
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "reaffiliate"})
    void shouldNotBeCompleteForTheReceiversOfARepairNodeThatIsCutOff(String recovery) {
        Simulation simulation = joined(twoBranches(1, recovery));
        simulation.trunkLink(1).cut();
        SimNode sender = simulation.node(0);
        sender.send(Workload.unpaced(MESSAGES, 1_000));
        FlushResult result = result(simulation, sender.flush(SECOND.multipliedBy(30)));
        assertThat(result.complete()).isFalse();
        assertThat(result.missing())
                .extracting(FlushResult.Laggard::memberId)
                .containsExactlyInAnyOrderElementsOf(ids(simulation, 2, 3, 4, 5, 6));
        assertThat(result.unnamed()).isZero();
        assertThat(simulation.now()).as("long before its deadline").isLessThan(SECOND.multipliedBy(15));
        assertThat(sender.events(SessionEvent.ReceiversLost.class))
                .singleElement()
                .satisfies(lost -> {
                    assertThat(lost.receivers()).isEqualTo(5);
                    assertThat(lost.memberIds()).containsExactlyInAnyOrderElementsOf(ids(simulation, 2, 3, 4, 5, 6));
                    assertThat(lost.headId()).isEqualTo(simulation.node(1).memberId());
                });

        simulation.trunkLink(1).uncut();
        assertThat(simulation.runUntil(() -> sender.receiverCount() == 10, SECOND.multipliedBy(20)))
                .isTrue();
        assertThat(result(simulation, sender.flush(SECOND.multipliedBy(30))).complete())
                .isTrue();
        assertThat(simulation.node(2).delivered()).isEqualTo(MESSAGES);
    }

    /** It hears the sender, which hears nothing from there: the receiver gets messages, but has not joined, and no flush waits for it. */
    @ParameterizedTest
    @ValueSource(strings = {"local", "reaffiliate"})
    void shouldHaveJoinedOnlyWhenTheSenderKnows(String recovery) {
        Duration late = SECOND.multipliedBy(4);
        Simulation simulation = twoBranches(1, recovery).startAt(6, late).build();
        SimNode sender = simulation.node(0);
        SimNode receiver = simulation.node(6);
        simulation.runUntil(late.minusMillis(1));
        assertThat(sender.receiverCount()).isEqualTo(9);
        simulation.trunkLink(1).cutUp(Traffic.ALL);
        sender.send(Workload.paced(MESSAGES, 1_000, 50));
        simulation.runFor(Duration.ofMillis(1_500));
        assertThat(receiver.events(SessionEvent.RepairHeadChanged.class)).isNotEmpty();
        assertThat(receiver.delivered()).isPositive();
        assertThat(hasJoined(receiver)).isFalse();
        simulation.trunkLink(1).uncut();
        assertThat(simulation.runUntil(() -> hasJoined(receiver), SECOND.multipliedBy(20)))
                .isTrue();
        sender.send(Workload.unpaced(MESSAGES, 1_000));
        assertThat(result(simulation, sender.flush(SECOND.multipliedBy(30))).complete())
                .isTrue();
        assertThat(receiver.events(SessionEvent.MemberJoined.class)).hasSize(1);
    }

    private static boolean hasJoined(SimNode node) {
        return node.events(SessionEvent.MemberJoined.class).stream()
                .anyMatch(joined -> joined.memberId() == node.memberId());
    }

    /** It had acknowledged the packets, which waited for room in its delivery queue. */
    @Test
    void shouldNotBeCompleteForAReceiverThatFailsBeforeItsApplicationHasRoomForAll() {
        Simulation simulation = joined(twoBranches(1, "local").deliveryQueue(10));
        SimNode sender = simulation.node(0);
        SimNode slow = simulation.node(2);
        slow.consume(Consumption.none());
        sender.send(Workload.unpaced(MESSAGES, 1_000));
        simulation.runFor(SECOND);
        assertThat(slow.delivered()).isLessThan(MESSAGES);
        long slowId = slow.memberId();
        slow.crash();
        FlushResult result = result(simulation, sender.flush(SECOND.multipliedBy(30)));
        assertThat(result.complete()).isFalse();
        assertThat(result.missing()).extracting(FlushResult.Laggard::memberId).containsExactly(slowId);
    }

    @Test
    void shouldSayOfACloseWhomItLeavesBehind() {
        Simulation simulation = joined(twoBranches(1, "local"));
        simulation.trunkLink(1).cut();
        SimNode sender = simulation.node(0);
        sender.send(Workload.unpaced(MESSAGES, 1_000));
        sender.close(SECOND.multipliedBy(30));
        assertThat(simulation.runUntil(() -> sender.closeResult() != null, SECOND.multipliedBy(40)))
                .isTrue();
        FlushResult result = Objects.requireNonNull(sender.closeResult());
        assertThat(result.complete()).isFalse();
        assertThat(result.missing())
                .extracting(FlushResult.Laggard::memberId)
                .containsExactlyInAnyOrderElementsOf(ids(simulation, 2, 3, 4, 5, 6));
    }

    /** Whoever finds another head in time is missed by nobody, though the sender hears of some before it misses them. */
    @ParameterizedTest
    @ValueSource(strings = {"local", "reaffiliate"})
    void shouldBeCompleteOnceTheOrphansOfACrashedRepairNodeHaveEverything(String recovery) {
        for (long seed = 1; seed <= 20; seed++) {
            Simulation simulation = joined(twoBranches(seed, recovery));
            SimNode sender = simulation.node(0);
            sender.send(Workload.paced(3_000, 500, 1_000));
            simulation.runFor(SECOND);
            simulation.node(1).crash();
            simulation.runFor(SECOND.multipliedBy(2));
            FlushResult result = result(simulation, sender.flush(SECOND.multipliedBy(30)));
            assertThat(result).as("seed %d", seed).isEqualTo(FlushResult.completed());
            assertThat(sender.events(SessionEvent.ReceiversLost.class))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    /** Where much is lost a member takes seconds to see that its head is gone; the head of that one, which loses nothing, half a second. */
    @ParameterizedTest
    @ValueSource(strings = {"local", "reaffiliate"})
    void shouldWaitForOrphansThatNoticeLateThatTheyAre(String recovery) {
        for (long seed = 1; seed <= 5; seed++) {
            Simulation simulation = joined(twoBranches(seed, recovery));
            SimNode sender = simulation.node(0);
            for (int host = 2; host <= 6; host++) {
                simulation.accessLink(host).impair(LINK.withLoss(0.3));
            }
            sender.send(Workload.paced(3_000, 500, 1_000));
            simulation.runFor(SECOND);
            simulation.node(1).crash();
            simulation.runFor(SECOND.multipliedBy(2));
            assertThat(result(simulation, sender.flush(SECOND.multipliedBy(30))))
                    .as("seed %d", seed)
                    .isEqualTo(FlushResult.completed());
            assertThat(sender.events(SessionEvent.ReceiversLost.class))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    /** They have the end of the stream before they notice that nobody has told the sender so. */
    @ParameterizedTest
    @CsvSource({"local, 0", "local, 0.05", "reaffiliate, 0", "reaffiliate, 0.05"})
    void shouldCloseCompletelyThoughARepairNodeCrashesAtTheEnd(String recovery, double loss) {
        for (long seed = 1; seed <= 30; seed++) {
            Simulation simulation = joined(twoBranches(seed, recovery));
            SimNode sender = simulation.node(0);
            for (int host = 2; host <= 6; host++) {
                simulation.accessLink(host).impair(LINK.withLoss(loss));
            }
            sender.send(Workload.unpaced(3_000, 1_000));
            sender.close(SECOND.multipliedBy(30));
            simulation.runFor(Duration.ofMillis(2 * seed));
            simulation.node(1).crash();
            assertThat(simulation.runUntil(() -> sender.closeResult() != null, SECOND.multipliedBy(40)))
                    .isTrue();
            assertThat(sender.closeResult()).as("seed %d", seed).isEqualTo(FlushResult.completed());
        }
    }

    /** Its process stands still for longer than a receiver may be silent, while nobody else is there to wait for. */
    @ParameterizedTest
    @CsvSource({"local, 2000", "local, 3000", "reaffiliate, 2000", "reaffiliate, 3000"})
    void shouldCloseCompletelyThoughTheOnlyReceiverPausesAtTheEnd(String recovery, int pauseMillis) {
        Simulation simulation = Simulation.builder(1)
                .topology(Topology.star(2, LINK))
                .protocol(new TramProtocol())
                .parameters(Parameters.none().with("recovery", recovery))
                .traceLines(0)
                .build();
        simulation.runFor(SECOND);
        SimNode sender = simulation.node(0);
        sender.send(Workload.paced(10 * MESSAGES, 1_000, 1_000));
        simulation.runFor(Duration.ofMillis(500));
        simulation.node(1).pause(Duration.ofMillis(pauseMillis));
        sender.close(SECOND.multipliedBy(30));
        assertThat(simulation.runUntil(() -> sender.closeResult() != null, SECOND.multipliedBy(40)))
                .isTrue();
        assertThat(sender.closeResult()).isEqualTo(FlushResult.completed());
        assertThat(simulation.node(1).delivered()).isEqualTo(sender.accepted());
    }

    @Test
    void shouldNotBeCompleteForAnOrphanThatFindsNoPlace() {
        SimulationBuilder builder = twoBranches(1, "local")
                .parameters(0, Parameters.none().with("maxMembers", 2))
                .parameters(7, Parameters.none().with("maxMembers", 8));
        IntStream.of(2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
                .forEach(host -> builder.parameters(host, Parameters.none().with("canBeHead", false)));
        Simulation simulation = joined(builder);
        SimNode sender = simulation.node(0);
        simulation.node(1).crash();
        sender.send(Workload.paced(MESSAGES, 1_000, 100));
        FlushResult result = result(simulation, sender.flush(SECOND.multipliedBy(30)));
        assertThat(result.complete()).isFalse();
        assertThat(result.missing())
                .singleElement()
                .satisfies(laggard -> assertThat(ids(simulation, 2, 3, 4, 5, 6)).contains(laggard.memberId()));
        assertThat(result.unnamed()).isZero();
    }

    /** It lives on with a hole in its stream: the next flush names it, and the one after does not, for that is known by then. */
    @ParameterizedTest
    @ValueSource(strings = {"local", "reaffiliate"})
    void shouldNameAReceiverThatCameBackTooLateForSomePackets(String recovery) {
        Parameters small = Parameters.none()
                .with("windowMax", 256)
                .with("cachePackets", 512)
                .with("cacheHighMark", 96)
                .with("cacheLowMark", 64)
                .with("headCachePackets", 512)
                .with("headCacheHighMark", 96)
                .with("headCacheLowMark", 64);
        Simulation simulation = joined(twoBranches(1, recovery).parameters(small.with("recovery", recovery)));
        SimNode sender = simulation.node(0);
        SimNode late = simulation.node(2);
        int receivers = sender.receiverCount();
        simulation.accessLink(2).cut();
        sender.send(Workload.paced(3_000, 500, 200));
        simulation.runFor(SECOND.multipliedBy(10));
        simulation.accessLink(2).uncut();
        assertThat(simulation.runUntil(() -> late.reportedLost() > 0, SECOND.multipliedBy(20)))
                .as("comes back")
                .isTrue();
        simulation.runUntil(() -> sender.receiverCount() == receivers, SECOND);
        FlushResult result = result(simulation, sender.flush(SECOND.multipliedBy(30)));
        assertThat(result.complete()).isFalse();
        assertThat(result.missing())
                .singleElement()
                .matches(missing -> missing.memberId() == late.memberId() && missing.packetsBehind() > 0);
        assertThat(result(simulation, sender.flush(SECOND.multipliedBy(30)))).isEqualTo(FlushResult.completed());
    }

    /** A repair node that closes sends its members elsewhere: for a while nobody answers for them. */
    @ParameterizedTest
    @ValueSource(strings = {"local", "reaffiliate"})
    void shouldWaitForThoseWhoMoveFromOneHeadToAnother(String recovery) {
        for (long seed = 1; seed <= 20; seed++) {
            Simulation simulation = joined(twoBranches(seed, recovery));
            SimNode sender = simulation.node(0);
            sender.send(Workload.paced(2_000, 500, 2_000));
            simulation.runFor(SECOND.dividedBy(2));
            simulation.node(1).close(SECOND);
            for (int i = 0; i < 20; i++) {
                sender.flush(SECOND.multipliedBy(10));
                simulation.runFor(Duration.ofMillis(20));
            }
            assertThat(result(simulation, sender.flush(SECOND.multipliedBy(30))))
                    .as("seed %d", seed)
                    .isEqualTo(FlushResult.completed());
        }
    }
}
