package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.testing.ToyProtocol;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.WireWriter;

class SimulationTest {
    private static final String BAD_LINK =
            "delay=2ms,jitter=1ms,loss=10%,duplicate=2%,corrupt=1%,reorder=5%,rate=20Mbit";

    @Test
    void shouldDeliverEverythingThroughLossOverAReliableProtocol() {
        Simulation simulation = bad(1, 6);
        simulation.runUntil(() -> simulation.node(0).receiverCount() == 5, Duration.ofSeconds(1));
        simulation.node(0).send(Workload.unpaced(2_000, 0).withBytes(0, 1_300));
        simulation.runUntil(() -> simulation.node(0).isSendingDone(), Duration.ofSeconds(100));
        SimFlush flush = simulation.node(0).flush(Duration.ofSeconds(10));
        assertThat(simulation.runUntil(flush::isDone, Duration.ofSeconds(10))).isTrue();
        assertThat(flush.isComplete()).isTrue();
        simulation.checkComplete();
        for (int i = 1; i < 6; i++) {
            assertThat(simulation.node(i).delivered()).isEqualTo(2_000);
            assertThat(simulation.node(i).counters().rejected()).isPositive();
            assertThat(simulation.node(i).events(SessionEvent.MessagesLost.class))
                    .isEmpty();
        }
    }

    @Test
    void shouldRunTheSameForTheSameSeedAndOtherwiseForAnother() {
        assertThat(digestOfRun(5)).isEqualTo(digestOfRun(5));
        assertThat(digestOfRun(5)).isNotEqualTo(digestOfRun(6));
    }

    @Test
    void shouldGiveTheSameDigestOnEveryJdk() {
        assertThat(digestOfRun(7)).isEqualTo(5459949225006366408L);
    }

    @Test
    void shouldHoldTheSenderBackWhenAReceiverIsSlow() {
        Simulation simulation = Simulation.builder(3)
                .topology(Topology.star(3, LinkSettings.parse("delay=1ms")))
                .protocol(new ToyProtocol())
                .deliveryQueue(10)
                .build();
        simulation.node(2).consume(Consumption.rate(100));
        simulation.runFor(Duration.ofMillis(100));
        simulation.node(0).send(Workload.unpaced(10_000, 100));
        simulation.runFor(Duration.ofSeconds(10));
        assertThat(simulation.node(2).delivered()).isBetween(1_000L, 1_012L);
        assertThat(simulation.node(0).accepted()).isLessThan(1_000 + 512);
        simulation.node(2).consume(Consumption.immediate());
        simulation.runUntil(() -> simulation.node(0).isSendingDone(), Duration.ofSeconds(10));
        simulation.runFor(Duration.ofSeconds(1));
        simulation.checkComplete();
        assertThat(simulation.node(2).delivered()).isEqualTo(10_000);
    }

    @Test
    void shouldLetAMemberRestartAsAnotherAtTheSameAddress() {
        Simulation simulation = bad(4, 4);
        simulation.node(0).send(Workload.paced(2_000, 200, 500));
        simulation.at(Duration.ofSeconds(1), simulation.node(2)::crash);
        simulation.at(Duration.ofSeconds(2), simulation.node(2)::restart);
        simulation.runUntil(Duration.ofMillis(1_500));
        assertThat(simulation.node(2).isRunning()).isFalse();
        assertThat(simulation.node(2).delivered()).isBetween(200L, 500L);
        simulation.runUntil(Duration.ofSeconds(12));
        simulation.checkComplete();
        assertThat(simulation.node(2).memberId()).isEqualTo(3_001);
        assertThat(simulation.node(2).incarnations()).isEqualTo(2);
        assertThat(simulation.node(2).delivered()).isBetween(900L, 1_800L);
        assertThat(simulation.node(2).counters().unheard()).isPositive();
        assertThat(simulation.node(1).delivered()).isEqualTo(2_000);
    }

    @Test
    void shouldKeepDatagramsInABoundedSocketBufferWhilePaused() {
        Simulation simulation = Simulation.builder(5)
                .topology(Topology.star(3, LinkSettings.parse("delay=1ms")))
                .protocol(new FaultyProtocol())
                .socketBuffer(50)
                .build();
        simulation.node(0).send(Workload.paced(1_000, 100, 1_000));
        simulation.at(Duration.ofMillis(100), simulation.node(1)::pause);
        simulation.at(Duration.ofMillis(400), simulation.node(1)::resume);
        simulation.runUntil(Duration.ofMillis(399));
        long before = simulation.node(1).delivered();
        assertThat(before).isBetween(95L, 101L);
        simulation.runUntil(Duration.ofSeconds(2));
        simulation.checkComplete();
        assertThat(simulation.node(1).counters().socketOverflows()).isBetween(245L, 255L);
        assertThat(simulation.node(1).delivered() + simulation.node(1).reportedLost())
                .isEqualTo(1_000);
        assertThat(simulation.node(2).delivered()).isEqualTo(1_000);
    }

    @Test
    void shouldCutAPartitionOffUntilItHeals() {
        Simulation simulation = bad(8, 5);
        simulation.node(0).send(Workload.paced(1_000, 100, 1_000));
        simulation.at(Duration.ofMillis(300), () -> simulation.partition(List.of(3, 4)));
        simulation.at(Duration.ofMillis(800), simulation::heal);
        simulation.runUntil(Duration.ofMillis(790));
        assertThat(simulation.node(3).delivered()).isLessThan(300);
        assertThat(simulation.node(3).counters().partitioned()).isPositive();
        simulation.runUntil(Duration.ofSeconds(5));
        simulation.checkComplete();
        assertThat(simulation.node(3).delivered()).isEqualTo(1_000);
    }

    @Test
    void shouldHandOutGatheredDatagramsAsOneBatch() {
        Simulation simulation = Simulation.builder(5)
                .topology(Topology.star(2, LinkSettings.perfect()))
                .protocol(new ToyProtocol())
                .gather(Duration.ofMillis(2))
                .build();
        simulation.node(0).send(Workload.paced(500, 100, 1_000));
        simulation.runFor(Duration.ofSeconds(1));
        simulation.checkComplete();
        assertThat(simulation.node(1).delivered()).isEqualTo(500);
    }

    @Test
    void shouldSendGivenMessagesAndClose() {
        Simulation simulation = bad(2, 3);
        simulation.runUntil(() -> simulation.node(0).receiverCount() == 2, Duration.ofSeconds(1));
        assertThat(simulation.node(0).send(new byte[] {1, 2, 3})).isTrue();
        assertThat(simulation.node(0).send(new byte[0])).isTrue();
        simulation.node(0).close(Duration.ofSeconds(5));
        assertThat(simulation.runUntil(() -> !simulation.node(0).isRunning(), Duration.ofSeconds(6)))
                .isTrue();
        assertThat(simulation.node(0).closeResult()).isNotNull();
        simulation.checkComplete();
        assertThat(simulation.node(1).delivered()).isEqualTo(2);
        assertThat(simulation.node(1).deliveredBytes()).isEqualTo(3);
    }

    @Test
    void shouldKeepForgedDatagramsFromDoingHarm() {
        Simulation simulation = bad(6, 4);
        SplittableRandom random = new SplittableRandom(6);
        simulation.node(0).send(Workload.paced(500, 100, 1_000));
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(100)];
            random.nextBytes(bytes);
            long at = random.nextLong(500_000_000);
            simulation.at(Duration.ofNanos(at), () -> simulation.injectMulticast(3, bytes, 1));
            byte[] forged = DatagramHeader.begin(new WireWriter(28), 1, 0).toByteArray();
            DatagramHeader.complete(forged, ToyProtocol.WIRE_ID, 5, 99, 1);
            simulation.at(Duration.ofNanos(at), () -> simulation.injectUnicast(3, 1, forged));
        }
        simulation.runFor(Duration.ofSeconds(3));
        simulation.checkComplete();
        assertThat(simulation.node(1).counters().rejected()).isGreaterThan(3_000);
        assertThat(simulation.node(2).counters().rejected()).isGreaterThan(1_500);
    }

    private static long digestOfRun(long seed) {
        Simulation simulation = bad(seed, 5);
        simulation.node(0).send(Workload.paced(500, 300, 1_000).withBytes(0, 1_300));
        simulation.at(Duration.ofMillis(100), simulation.node(1)::pause);
        simulation.at(Duration.ofMillis(200), simulation.node(1)::resume);
        simulation.at(Duration.ofMillis(250), simulation.node(2)::restart);
        simulation.runUntil(Duration.ofSeconds(3));
        simulation.checkComplete();
        return simulation.digest();
    }

    private static Simulation bad(long seed, int hosts) {
        return Simulation.builder(seed)
                .topology(Topology.star(hosts, LinkSettings.parse(BAD_LINK)))
                .protocol(new ToyProtocol())
                .build();
    }
}
