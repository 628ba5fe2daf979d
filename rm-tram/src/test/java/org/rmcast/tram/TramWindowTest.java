package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.tram.wire.TramPacket;

/** Who joins, leaves, or cannot be a member does not stop the others. */
class TramWindowTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Set<Integer> UNICAST = Set.of(
            TramPacket.Type.HEAD_ADVERTISEMENT.code(),
            TramPacket.Type.ACCEPT_MEMBER.code(),
            TramPacket.Type.REJECT_MEMBER.code(),
            TramPacket.Type.UNICAST_HELLO.code());

    private static SimulationBuilder star(int hosts, String link) {
        return Simulation.builder(1)
                .topology(Topology.star(hosts, LinkSettings.parse(link)))
                .protocol(new TramProtocol())
                .traceLines(0);
    }

    @Test
    void shouldNotWaitForANodeThatHearsNoUnicast() {
        long without = deliveredBeside(false);
        assertThat(deliveredBeside(true)).isGreaterThanOrEqualTo(without * 9 / 10);
    }

    /** What host 1 gets in six seconds. */
    private static long deliveredBeside(boolean deaf) {
        Simulation simulation = star(5, "delay=1ms,rate=100Mbit").build();
        if (deaf) {
            simulation
                    .accessLink(4)
                    .injectDown(LinkFault.drop(datagram -> UNICAST.contains(DatagramHeader.type(datagram)), 1, 1));
        }
        simulation.runFor(SECOND);
        simulation.node(0).send(Workload.unpaced(200_000, 1_000));
        simulation.runFor(SECOND.multipliedBy(6));
        return simulation.node(1).delivered();
    }

    /** With recovery what remains are repairs of the past, which crowd out new data on the sender's link, and of what that loses a round trip each. */
    @ParameterizedTest
    @CsvSource({"no-recovery, 0", "limited-recovery, 700"})
    void shouldNotPauseWhenSomebodyJoinsFromFarAway(String lateJoin, long pausedMillis) {
        Simulation simulation = star(4, "delay=50ms,rate=1Gbit")
                .parameters(Parameters.none().with("lateJoin", lateJoin))
                .notStarted(3)
                .build();
        simulation.runFor(SECOND.multipliedBy(3));
        simulation.node(0).send(Workload.paced(100_000, 300, 10_000));
        simulation.runFor(SECOND.multipliedBy(3));
        Pauses pauses = new Pauses(simulation);
        simulation.node(1).observe(pauses);
        simulation.runFor(SECOND);
        assertThat(pauses.millis).as("before").isZero();
        simulation.node(3).restart();
        simulation.runFor(SECOND.multipliedBy(3));
        assertThat(simulation.node(3).delivered()).isPositive();
        assertThat(pauses.millis).isLessThanOrEqualTo(pausedMillis);
    }

    /** How long nothing came, gaps of a few milliseconds left out. */
    private static final class Pauses implements NodeObserver {
        private static final long LONG_MILLIS = 30;

        private final Simulation simulation;
        private Duration last;
        private long millis;

        Pauses(Simulation simulation) {
            this.simulation = simulation;
            this.last = simulation.now();
        }

        @Override
        public void onDelivered(long sourceId, long number, long nowNanos) {
            long gap = simulation.now().minus(last).toMillis();
            millis += gap > LONG_MILLIS ? gap : 0;
            last = simulation.now();
        }
    }

    /** One packet never reaches host 2, however often it is repaired: the window closes for all, at the lowest rate. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldPruneWhoKeepsTheWindowOfThePaperClosed(long seed) {
        Simulation simulation = Simulation.builder(seed)
                .topology(Topology.star(3, LinkSettings.parse("delay=1ms,rate=100Mbit")))
                .protocol(new TramProtocol())
                .parameters(TramConfig.paper().parameters())
                .traceLines(0)
                .build();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == 2, SECOND.multipliedBy(60)))
                .isTrue();
        simulation.accessLink(2).injectDown(LinkFault.drop(TramWindowTest::isPacket100, 1, 1));
        simulation.node(0).send(Workload.unpaced(3_000, 1_300));
        assertThat(simulation.runUntil(() -> simulation.node(1).delivered() == 3_000, SECOND.multipliedBy(900)))
                .as("delivered: %d", simulation.node(1).delivered())
                .isTrue();
        assertThat(simulation.node(0).events(SessionEvent.MemberPruned.class)).isNotEmpty();
    }

    private static boolean isPacket100(byte[] datagram) {
        int type = DatagramHeader.type(datagram);
        return (type == TramPacket.Type.DATA.code() || type == TramPacket.Type.RETRANSMISSION.code())
                && ByteBuffer.wrap(datagram).getLong(40) == 100;
    }

    /** A hello has room for a few ids only; whoever was not asked cannot have failed to answer. */
    @ParameterizedTest
    @ValueSource(ints = {260, 512})
    void shouldNotGiveUpIdleMembersWhomNoHelloHadRoomFor(int datagramBytes) {
        Simulation simulation =
                star(65, "delay=1ms,rate=1Gbit").maxDatagramBytes(datagramBytes).build();
        simulation.runFor(SECOND);
        simulation.node(0).send(Workload.paced(100, 100, 100));
        simulation.runFor(SECOND.multipliedBy(30));
        assertThat(simulation.node(0).receiverCount()).isEqualTo(64);
        assertThat(simulation.nodes()).allSatisfy(node -> {
            assertThat(node.events(SessionEvent.MemberFailed.class)).isEmpty();
            assertThat(node.counters().undecodable()).isZero();
        });
    }
}
