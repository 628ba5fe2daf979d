package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.sim.check.Checks;
import org.rmcast.sim.check.FlushTruth;
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

    /**
     * One receiver is heard for a second, and then silent for three, again and again; in the middle of it all has to be flushed. The
     * repair node is host 1, the one that comes and goes host 2.
     */
    @ParameterizedTest
    @CsvSource({"false, 16384", "false, 512", "true, 16384", "true, 512"})
    void shouldNotWaitForAReceiverThatComesAndGoes(boolean belowAHead, int cachePackets) {
        long without = deliveredBesideOneThatFlaps(false, belowAHead, cachePackets);
        long beside = deliveredBesideOneThatFlaps(true, belowAHead, cachePackets);
        System.out.printf(
                "below a head: %s, cache %d: %d messages, beside one that comes and goes %d%n",
                belowAHead, cachePackets, without, beside);
        assertThat(beside).isGreaterThanOrEqualTo(without * 9 / 10);
    }

    /** What the last host gets in forty seconds. */
    private static long deliveredBesideOneThatFlaps(boolean flaps, boolean belowAHead, int cachePackets) {
        Parameters parameters = Parameters.none()
                .with("windowMax", 256)
                .with("minRate", 100_000)
                .with("maxRate", 1_000_000)
                .with("cachePackets", cachePackets)
                .with("headCachePackets", Math.min(cachePackets, 2_048));
        SimulationBuilder builder = star(6, "delay=1ms,rate=100Mbit")
                .parameters(parameters)
                .checks(Checks.none().with(new FlushTruth()));
        if (belowAHead) {
            builder.role(1, Role.REPAIR_NODE);
            for (int host = 2; host < 6; host++) {
                builder.startAt(host, SECOND);
            }
        }
        Simulation simulation = builder.build();
        simulation.runFor(SECOND.multipliedBy(2));
        assertThat(simulation.node(0).receiverCount()).isEqualTo(belowAHead ? 4 : 5);
        simulation.node(0).send(Workload.unpaced(200_000, 1_300));
        for (int round = 0; round < 10; round++) {
            simulation.runFor(SECOND);
            if (flaps) {
                simulation.accessLink(2).cut();
            }
            simulation.runFor(SECOND.multipliedBy(3));
            simulation.accessLink(2).uncut();
        }
        long delivered = simulation.node(5).delivered();
        assertThat(simulation.node(5).reportedLost()).isZero();
        return delivered;
    }

    /** A flush waits for a receiver on probation, as for all: it has confirmed, or is named. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNameAReceiverOnProbationThatHasNotConfirmed(boolean silent) {
        Simulation simulation = star(4, "delay=1ms,rate=100Mbit")
                .checks(Checks.none().with(new FlushTruth()))
                .build();
        simulation.runFor(SECOND);
        SimNode sender = simulation.node(0);
        sender.send(Workload.paced(10_000, 300, 500));
        simulation.runFor(SECOND);
        simulation.accessLink(2).cut();
        simulation.runFor(SECOND.multipliedBy(3));
        simulation.accessLink(2).uncut();
        assertThat(simulation.runUntil(() -> sender.receiverCount() == 3, SECOND.multipliedBy(3)))
                .isTrue();
        simulation.runFor(SECOND);
        if (silent) {
            simulation.accessLink(2).cut();
        }
        simulation.runFor(Duration.ofMillis(100));
        SimFlush flush = sender.flush(SECOND.multipliedBy(30));
        assertThat(simulation.runUntil(flush::isDone, SECOND.multipliedBy(30))).isTrue();
        FlushResult result = Objects.requireNonNull(flush.result());
        assertThat(result.missing())
                .extracting(FlushResult.Laggard::memberId)
                .isEqualTo(silent ? List.of(simulation.node(2).memberId()) : List.of());
        assertThat(result.complete()).isEqualTo(!silent);
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

    /**
     * The application was the limit for ten seconds. What it then has to send at once does not leave within a round trip, as if the window
     * had been used.
     */
    @ParameterizedTest
    @CsvSource({"500, 1000, 1000", "20000, 1000, 1000", "20000, 2000, 1800"})
    void shouldNotLetABurstGoForWhichNoWindowWasUsed(int delayMicros, int perSecond, int most) {
        Simulation simulation =
                star(3, "delay=" + delayMicros + "us,rate=1Gbit").build();
        simulation.runFor(SECOND);
        simulation.node(0).send(Workload.paced(10L * perSecond, 1_000, perSecond));
        simulation.runFor(SECOND.multipliedBy(11));
        assertThat(simulation.node(1).delivered()).isEqualTo(10L * perSecond);
        long before = simulation.node(0).statistics().get(EngineMeter.DATA_PACKETS_SENT);
        simulation.node(0).send(Workload.unpaced(20_000, 1_000));
        simulation.runFor(Duration.ofNanos(4_000L * delayMicros));
        long burst = simulation.node(0).statistics().get(EngineMeter.DATA_PACKETS_SENT) - before;
        simulation.runFor(SECOND.multipliedBy(5));
        System.out.printf("%d/s, round trip %d us: %d packets leave at once%n", perSecond, 4 * delayMicros, burst);
        assertThat(burst).isLessThanOrEqualTo(most);
        assertThat(simulation.node(1).delivered()).isEqualTo(10L * perSecond + 20_000);
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
