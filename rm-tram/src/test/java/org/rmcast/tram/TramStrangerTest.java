package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TreePlace;

/** A host that is no member knows the channel, and speaks in the names of others from an address of its own. */
class TramStrangerTest {
    private static final int STRANGER = 4;
    private static final int MESSAGES = 1_000;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long SESSION = 0x5E55_1011_1213_1415L;

    private final Simulation simulation = Simulation.builder(1)
            .topology(Topology.star(5, LinkSettings.parse("delay=1ms,rate=100Mbit")))
            .protocol(new TramProtocol())
            .notStarted(STRANGER)
            .traceLines(0)
            .build();

    @BeforeEach
    void startSending() {
        simulation.runFor(SECOND);
        simulation.node(0).send(Workload.paced(MESSAGES, 300, 500));
        simulation.runFor(SECOND);
    }

    @Test
    void shouldNotEndAStreamForAStranger() {
        long highest = simulation.node(0).accepted();
        forgedBeacon(true, highest);
        finish();
        assertThat(refused(TramMeter.ELSEWHERE)).isEqualTo(3);
    }

    @Test
    void shouldNotBelieveAStrangerHowFarTheStreamIs() {
        forgedBeacon(false, 1L << 40);
        finish();
        assertThat(refused(TramMeter.ELSEWHERE)).isEqualTo(3);
    }

    @Test
    void shouldRefuseAnEndThatContradictsWhatTheSenderSent() {
        byte[] end = datagram(beacon(true, 10), simulation.node(0).memberId());
        simulation.injectMulticast(STRANGER, simulation.node(0).address(), end, 64);
        finish();
        assertThat(refused(TramMeter.CONTRADICTIONS)).isEqualTo(3);
    }

    @Test
    void shouldNotLetAStrangerTakeThePlaceOfAMember() {
        long member = simulation.node(1).memberId();
        HeadBind bind = new HeadBind(
                false,
                1,
                MemberRole.MEMBER_ONLY,
                TreePlace.NONE,
                0,
                1,
                1,
                simulation.node(0).memberId(),
                0,
                7);
        simulation.injectUnicast(STRANGER, 0, datagram(bind, member));
        finish();
        assertThat(simulation.node(0).statistics().get(TramMeter.ELSEWHERE)).isEqualTo(1);
    }

    /** Two nodes whose channels differ: finding M13. */
    @Test
    void shouldSayOnceThatSomebodySendsLongerDatagramsThanItTakes() {
        byte[] datagram = Arrays.copyOf(TramCodec.encode(beacon(false, 1)), 1_500);
        DatagramHeader.complete(datagram, TramCodec.PROTOCOL, SESSION, 77, 1);
        simulation.injectMulticast(STRANGER, datagram, 64);
        simulation.injectMulticast(STRANGER, datagram, 64);
        finish();
        for (SimNode node : simulation.nodes().subList(1, STRANGER)) {
            assertThat(node.events())
                    .filteredOn(SessionEvent.LongDatagrams.class::isInstance)
                    .singleElement()
                    .satisfies(event -> {
                        SessionEvent.LongDatagrams told = (SessionEvent.LongDatagrams) event;
                        assertThat(told.address())
                                .isEqualTo(simulation.node(STRANGER).address());
                        assertThat(told.bytes()).isEqualTo(1_500);
                        assertThat(told.limit()).isLessThan(1_500);
                    });
        }
    }

    /** Found by mutated datagrams: somebody repairs who was not asked, in place of the head whose repair was lost. */
    @Test
    void shouldTakeNoRepairFromAStranger() {
        List<byte[]> missed = new ArrayList<>();
        simulation
                .accessLink(1)
                .injectDown(LinkFault.drop(datagram -> isData(datagram) && missed.add(datagram), 20, 20));
        simulation.runFor(Duration.ofMillis(60));
        assertThat(missed).isNotEmpty();
        simulation.accessLink(1).injectDown(null);
        for (byte[] datagram : missed) {
            byte[] forged = TramCodec.repair(TramPacket.Type.RETRANSMISSION, datagram, 0);
            forged[forged.length - 1] ^= 1;
            DatagramHeader.complete(
                    forged, TramCodec.PROTOCOL, SESSION, simulation.node(0).memberId(), 1);
            simulation.injectMulticast(STRANGER, forged, 64);
        }
        finish();
        assertThat(simulation.node(1).statistics().get(TramMeter.UNPROVED)).isGreaterThanOrEqualTo(missed.size());
    }

    private static boolean isData(byte[] datagram) {
        int type = DatagramHeader.type(datagram);
        return type == TramPacket.Type.DATA.code()
                || type == TramPacket.Type.RETRANSMISSION.code()
                || type == TramPacket.Type.UNICAST_DATA.code();
    }

    private void forgedBeacon(boolean done, long highest) {
        simulation.injectMulticast(
                STRANGER, datagram(beacon(done, highest), simulation.node(0).memberId()), 64);
    }

    private static Beacon beacon(boolean done, long highest) {
        return new Beacon(false, done, false, highest, 1, highest, 0, 1_000_000, 0);
    }

    private static byte[] datagram(TramPacket packet, long memberId) {
        return DatagramHeader.complete(TramCodec.encode(packet), TramCodec.PROTOCOL, SESSION, memberId, 1);
    }

    /** Everybody gets everything as if nothing had been. */
    private void finish() {
        simulation.runFor(SECOND.multipliedBy(2));
        SimFlush flush = simulation.node(0).flush(SECOND.multipliedBy(5));
        simulation.runUntil(flush::isDone, SECOND.multipliedBy(6));
        assertThat(Objects.requireNonNull(flush.result()).complete()).isTrue();
        for (SimNode node : simulation.nodes().subList(1, STRANGER)) {
            assertThat(node.delivered()).isEqualTo(MESSAGES);
            assertThat(node.reportedLost()).isZero();
        }
        simulation.checkComplete();
    }

    private long refused(TramMeter meter) {
        ToLongFunction<SimNode> count = node -> node.statistics().get(meter);
        return simulation.nodes().subList(1, STRANGER).stream().mapToLong(count).sum();
    }
}
