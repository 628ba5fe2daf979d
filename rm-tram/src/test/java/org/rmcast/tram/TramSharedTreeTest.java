package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.LinkUse;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** {@code rateControl=shared} with repair heads, and with a receiver that gets a hundredth of what others do. */
class TramSharedTreeTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int MESSAGE_BYTES = 1_300;
    private static final int CRAWLER = 5;

    /** A bottleneck below a head: that what is lost there is repaired near by does not hide it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldPassUpWhatMembersOfHeadsWant(long seed) {
        Simulation simulation = Simulation.builder(seed)
                .topology(Topology.twoLevel(
                        2,
                        6,
                        LinkSettings.parse("rate=100Mbit,queue=200,delay=5ms"),
                        LinkSettings.parse("rate=1Gbit,queue=1000,delay=100us")))
                .protocol(new TramProtocol())
                .parameters(Parameters.none().with("rateControl", "shared"))
                .role(1, Role.REPAIR_NODE)
                .role(7, Role.REPAIR_NODE)
                .traceLines(0)
                .build();
        simulation.trunkLink(1).impair(LinkSettings.parse("rate=20Mbit,queue=64,delay=5ms"));
        simulation.runFor(SECOND);
        send(simulation);
        simulation.runFor(SECOND.multipliedBy(5));
        LinkUse before = simulation.trunkLink(1).useDown();
        long delivered = simulation.node(2).delivered();
        simulation.runFor(SECOND.multipliedBy(20));
        LinkUse use = simulation.trunkLink(1).useDown().since(before);
        long messages = simulation.node(2).delivered() - delivered;
        assertThat(messages * MESSAGE_BYTES * 8e-6 / 20).as("Mb/s of 20").isBetween(15.0, 20.0);
        long offered = use.bytes() + use.overflowed() * 1_375;
        assertThat(offered / (messages * 1_375.0)).as("offered / delivered").isLessThan(1.1);
        long slowest = simulation.node(0).statistics().get(TramMeter.RATE_MEMBER);
        assertThat(IntStream.rangeClosed(1, 6)
                        .mapToObj(host -> simulation.node(host).memberId()))
                .contains(slowest);
    }

    @Test
    void shouldGoAtThePaceOfACrawlerWhereAllAreWaitedFor() {
        Simulation simulation = withACrawler("block");
        simulation.runFor(SECOND.multipliedBy(10));
        long before = simulation.node(CRAWLER).delivered();
        simulation.runFor(SECOND.multipliedBy(30));
        double share = (simulation.node(CRAWLER).delivered() - before) * MESSAGE_BYTES / 30.0 / 125_000;
        assertThat(share).as("of 1 Mb/s").isBetween(0.7, 1.0);
        assertThat(simulation.node(0).events(SessionEvent.MemberPruned.class)).isEmpty();
        assertThat(simulation.node(0).statistics().get(TramMeter.RATE_MEMBER))
                .isEqualTo(simulation.node(CRAWLER).memberId());
    }

    /** It stops to matter when it is gone, and the others have the rate of their links again within seconds. */
    @Test
    void shouldGoFasterWhenACrawlerHasGone() {
        Simulation simulation = withACrawler("block");
        simulation.runFor(SECOND.multipliedBy(10));
        simulation.node(CRAWLER).crash();
        simulation.runFor(SECOND.multipliedBy(8));
        assertThat(shareOfOthers(simulation, 10)).isGreaterThan(0.8);
    }

    /** Until it comes back, some 15 s later, and is pruned again. */
    @Test
    void shouldPruneACrawlerAndGoOn() {
        Simulation simulation = withACrawler("prune");
        simulation.runFor(SECOND.multipliedBy(13));
        assertThat(simulation.node(0).events(SessionEvent.MemberPruned.class))
                .allSatisfy(event -> assertThat(event.memberId())
                        .isEqualTo(simulation.node(CRAWLER).memberId()))
                .isNotEmpty();
        assertThat(shareOfOthers(simulation, 10)).isGreaterThan(0.8);
    }

    @Test
    void shouldServeACrawlerFromStorageBehindTheOthers() {
        Simulation simulation = withACrawler("spill");
        simulation.runFor(SECOND.multipliedBy(10));
        assertThat(shareOfOthers(simulation, 10)).isGreaterThan(0.6);
        assertThat(simulation.node(0).events(SessionEvent.MemberPruned.class)).isEmpty();
        assertThat(simulation.node(0).events(SessionEvent.ReceiverLagging.class))
                .anySatisfy(event -> assertThat(event.memberId())
                        .isEqualTo(simulation.node(CRAWLER).memberId()));
    }

    /** What the first of the others gets of its link. */
    private static double shareOfOthers(Simulation simulation, int seconds) {
        long before = simulation.node(1).delivered();
        simulation.runFor(SECOND.multipliedBy(seconds));
        return (simulation.node(1).delivered() - before) * MESSAGE_BYTES / (double) seconds / 12_500_000;
    }

    /** As in a JVM that has just been started: what was measured while joining is many times too long, and nothing is lost that would measure it again. */
    @Test
    void shouldMeasureTheRoundTripAgainThoughNothingIsLost() {
        LinkSettings quick = LinkSettings.parse("rate=100Mbit,queue=357,delay=1ms");
        Simulation simulation = Simulation.builder(1)
                .topology(Topology.star(2, quick))
                .protocol(new TramProtocol())
                .parameters(Parameters.none().with("rateControl", "shared"))
                .traceLines(0)
                .build();
        simulation.accessLink(1).impair(LinkSettings.parse("rate=100Mbit,queue=357,delay=50ms"));
        simulation.runFor(SECOND.multipliedBy(2));
        simulation.accessLink(1).impair(quick);
        send(simulation);
        simulation.runFor(SECOND.multipliedBy(3));
        assertThat(simulation.node(0).statistics().get(TramMeter.RATE_ROUND_TRIP_MICROS))
                .as("4 ms, and what waits in the queue; 100 ms when it joined")
                .isBetween(4_000L, 20_000L);
    }

    private static Simulation withACrawler(String slowReceivers) {
        Topology.Builder topology = Topology.builder();
        int router = topology.router(0, LinkSettings.parse("rate=1Gbit,queue=1000,delay=5ms"));
        topology.host(0, LinkSettings.parse("rate=1Gbit,queue=10000"));
        for (int host = 1; host < CRAWLER; host++) {
            topology.host(router, LinkSettings.parse("rate=100Mbit,queue=357,delay=15ms"));
        }
        topology.host(router, LinkSettings.parse("rate=1Mbit,queue=50,delay=15ms"));
        String recovery = slowReceivers.equals("block") ? "local" : "reaffiliate";
        SimulationBuilder builder = Simulation.builder(1)
                .topology(topology.build())
                .protocol(new TramProtocol())
                .parameters(Parameters.none()
                        .with("rateControl", "shared")
                        .with("recovery", recovery)
                        .with("slowReceivers", slowReceivers))
                .traceLines(0);
        if (slowReceivers.equals("spill")) {
            builder.storage(0, 4L << 30);
        }
        Simulation simulation = builder.build();
        simulation.runFor(SECOND);
        send(simulation);
        return simulation;
    }

    private static void send(Simulation simulation) {
        simulation.node(0).send(Workload.unpaced(Long.MAX_VALUE / 4, MESSAGE_BYTES));
    }
}
