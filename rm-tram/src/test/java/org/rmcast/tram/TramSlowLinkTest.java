package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.EventCause;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** A receiver whose link carries less than the stream, with a queue of seconds before it, beside a repair node. */
class TramSlowLinkTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int SLOW = 3;
    private static final int MESSAGES = 4_000;

    @ParameterizedTest
    @CsvSource({"local, 1", "local, 4", "local, 33", "reaffiliate, 1", "reaffiliate, 4", "reaffiliate, 33"})
    void shouldStayWithAHeadWhoseRepairsAndHellosAreLateOrLost(String recovery, long seed) {
        Simulation simulation = joined(recovery, seed);
        SimNode slow = simulation.node(SLOW);
        simulation.node(0).send(Workload.paced(MESSAGES, 1_024, 400));
        simulation.runFor(SECOND.multipliedBy(10));
        requireAll(simulation);
        assertThat(slow.events(SessionEvent.RepairHeadChanged.class))
                .noneSatisfy(event -> assertThat(event.cause()).isIn(EventCause.NOT_IN_TIME, EventCause.SILENT));
    }

    /** Its head stops for ten seconds, while answers take seconds: it leaves, rightly, and has to find a place though each answer is late. */
    @ParameterizedTest
    @CsvSource({"local, 1", "local, 4", "local, 33", "reaffiliate, 1", "reaffiliate, 4", "reaffiliate, 33"})
    void shouldFindAPlaceThoughAnswersTakeSeconds(String recovery, long seed) {
        Simulation simulation = joined(recovery, seed);
        SimNode slow = simulation.node(SLOW);
        simulation.node(0).send(Workload.paced(10 * MESSAGES, 1_024, 400));
        simulation.runFor(SECOND.multipliedBy(4));
        pauseHeadOf(slow, SECOND.multipliedBy(10), simulation);
        assertThat(simulation.runUntil(() -> slow.statistics().get(TramMeter.HEAD_ID) == 0, SECOND.multipliedBy(15)))
                .as("leaves")
                .isTrue();
        assertThat(simulation.runUntil(() -> slow.statistics().get(TramMeter.HEAD_ID) != 0, SECOND.multipliedBy(40)))
                .as("finds another")
                .isTrue();
    }

    /**
     * Its head stops at some time, for some time, and the stream ends while it has none: it is waited for as long as it is heard looking, whatever
     * is taken for silence meanwhile. A healthy receiver below it, whose acknowledgements are as late, has everything, too.
     */
    @ParameterizedTest
    @MethodSource("stops")
    void shouldHaveEverythingWheneverItsHeadStops(String recovery, long seed) {
        Simulation simulation = joined(recovery, seed);
        long stopMillis = 1_000 + seed * 137 % 8_000;
        simulation.node(0).send(Workload.paced(MESSAGES, 1_024, 400));
        simulation.runFor(Duration.ofMillis(stopMillis));
        pauseHeadOf(simulation.node(SLOW), Duration.ofMillis(500 + seed * 311 % 6_000), simulation);
        simulation.runFor(Duration.ofMillis(10_000 - stopMillis));
        simulation.runUntil(() -> simulation.node(0).isSendingDone(), SECOND.multipliedBy(10));
        requireAll(simulation);
    }

    static Stream<Arguments> stops() {
        long[] seeds = {2, 9, 10, 15, 17, 28, 31, 49, 56, 57, 61};
        return Stream.of("local", "reaffiliate")
                .flatMap(recovery -> LongStream.of(seeds).mapToObj(seed -> Arguments.of(recovery, seed)));
    }

    private static void pauseHeadOf(SimNode node, Duration length, Simulation simulation) {
        long headId = node.statistics().get(TramMeter.HEAD_ID);
        simulation.nodes().stream().filter(other -> other.memberId() == headId).forEach(head -> head.pause(length));
    }

    private static Simulation joined(String recovery, long seed) {
        LinkSettings good = LinkSettings.parse("delay=1ms,rate=100Mbit");
        Simulation simulation = Simulation.builder(seed)
                .topology(Topology.star(4, good))
                .protocol(new TramProtocol())
                .parameters(Parameters.none()
                        .with("recovery", recovery)
                        .with("slowReceivers", recovery.equals("local") ? "block" : "spill"))
                .role(1, Role.REPAIR_NODE)
                .startAt(SLOW, SECOND.dividedBy(2))
                .traceLines(0)
                .build();
        simulation.accessLink(SLOW).impair(LinkSettings.parse("delay=20ms,rate=2Mbit,queue=1000"));
        simulation.runFor(SECOND);
        simulation.runUntil(() -> simulation.node(SLOW).statistics().get(TramMeter.HEAD_ID) != 0, SECOND);
        return simulation;
    }

    private static void requireAll(Simulation simulation) {
        SimNode slow = simulation.node(SLOW);
        SimFlush flush = simulation.node(0).flush(SECOND.multipliedBy(120));
        simulation.runUntil(flush::isDone, SECOND.multipliedBy(121));
        assertThat(Objects.requireNonNull(flush.result()).complete())
                .as("%s", slow.events(SessionEvent.RepairHeadChanged.class))
                .isTrue();
        assertThat(slow.delivered()).isEqualTo(MESSAGES);
    }
}
