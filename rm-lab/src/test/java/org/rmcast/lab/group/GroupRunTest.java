package org.rmcast.lab.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.protocol.PbcastTraffic;
import org.rmcast.lab.protocol.StaticMembership;
import org.rmcast.pbcast.PbcastProtocol;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** Meters on small groups of which everything is known. */
class GroupRunTest {
    private static final Contender PBCAST = new Contender(
            "pbcast",
            "Pbcast",
            new PbcastProtocol(),
            StaticMembership.of(Parameters.none().with("preset", "paper")),
            new PbcastTraffic());

    private static final Topology STAR = Topology.star(4, LinkSettings.parse("delay=5ms"));

    @Test
    void shouldMeasureAGroupWithoutLossExactly() {
        Measurement result = measure(GroupPlan.ofPeers(STAR, PBCAST, Duration.ofMillis(20))
                .send(0, Duration.ZERO, Workload.paced(200, 50, 100))
                .length(Duration.ofSeconds(4))
                .meter(new ObserverMeter(PBCAST.traffic(), 0, 2, 200, 1, 1))
                .meter(new PacketMeter(PBCAST.traffic(), 2, Duration.ofSeconds(4)))
                .meter(new ThroughputMeter(Duration.ofSeconds(2)))
                .meter(new ReachMeter(PBCAST.traffic(), 200)));
        assertThat(result.get(ObserverMeter.NODE_MEAN)).isCloseTo(10, within(1e-9));
        assertThat(result.get(ObserverMeter.FIFO_MAX)).isCloseTo(10, within(1e-9));
        assertThat(result.get(ObserverMeter.INTER_ARRIVAL_P50)).isCloseTo(10, within(1e-9));
        assertThat(result.get(ObserverMeter.REPAIRED)).isZero();
        assertThat(result.get(ObserverMeter.DELIVERED)).isEqualTo(100);
        assertThat(result.get(PacketMeter.sentPerSecond(Traffic.Kind.DATA))).isCloseTo(50, within(1e-9));
        assertThat(result.get(PacketMeter.receivedPerSecond(Traffic.Kind.DATA))).isCloseTo(150, within(1e-9));
        assertThat(result.get(PacketMeter.observerReceivedPerSecond(Traffic.Kind.DATA)))
                .isCloseTo(50, within(1e-9));
        assertThat(result.get(PacketMeter.sentPerSecond(Traffic.Kind.STATE))).isBetween(30.0, 42.0);
        assertThat(result.get(PacketMeter.sentPerSecond(Traffic.Kind.REPAIR))).isZero();
        assertThat(result.get(ThroughputMeter.THROUGHPUT)).isBetween(99.0, 100.0);
        assertThat(result.get(ThroughputMeter.OFFERED)).isEqualTo(100);
        assertThat(result.get(ThroughputMeter.RELIABILITY)).isEqualTo(100);
        assertThat(result.get(ThroughputMeter.LEAST_RELIABILITY)).isEqualTo(100);
        assertThat(result.series(ReachMeter.SERIES).y(ReachMeter.SHARE)).containsExactly(0, 0, 0, 1);
    }

    @Test
    void shouldTellRepairsFromData() {
        Measurement result = measure(GroupPlan.ofPeers(STAR, PBCAST, Duration.ofMillis(20))
                .conditions(GroupRunTest::loseAtHostTwo)
                .send(0, Duration.ZERO, Workload.paced(400, 50, 100))
                .length(Duration.ofSeconds(8))
                .meter(new ObserverMeter(PBCAST.traffic(), 0, 2, 400, 1, 1))
                .meter(new PacketMeter(PBCAST.traffic(), 2, Duration.ofSeconds(8)))
                .meter(new RequestMeter(2, Duration.ofSeconds(8)))
                .meter(new ReachMeter(PBCAST.traffic(), 400)));
        assertThat(result.get(ObserverMeter.REPAIRED)).isBetween(10.0, 30.0);
        assertThat(result.get(RequestMeter.OBSERVER_ASKED)).isEqualTo(result.get(RequestMeter.ASKED));
        assertThat(result.get(RequestMeter.OBSERVER_ASKED)).isBetween(8.0, 30.0);
        assertThat(result.get(RequestMeter.IN_VAIN)).isLessThan(60);
        assertThat(result.get(ObserverMeter.ARRIVED)).isGreaterThan(99);
        assertThat(result.get(ObserverMeter.NODE_MEAN)).isGreaterThan(15);
        assertThat(result.get(PacketMeter.observerSentPerSecond(Traffic.Kind.REQUEST)))
                .isPositive();
        assertThat(result.get(PacketMeter.observerReceivedPerSecond(Traffic.Kind.REPAIR)))
                .isBetween(4.0, 30.0);
        assertThat(result.series(ReachMeter.SERIES).y(ReachMeter.SHARE)[2]).isBetween(0.1, 0.3);
    }

    private static void loseAtHostTwo(Simulation simulation) {
        LinkSettings link = simulation.topology().accessLink(2);
        simulation.accessLink(2).impair(new LinkSettings(link.withLoss(0.2).down(), link.up()));
    }

    private static Measurement measure(GroupPlan plan) {
        Measurement result = new Measurement("test");
        GroupRun.measure(plan, 5, result);
        return result;
    }
}
