package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.Wire;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket;
import org.rmcast.pbcast.wire.PbcastPacket.Digest;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Poll;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** What is said of a stream by somebody else than its sender: by a host that is no member, and by a member that has turned bad. */
class PbcastBeliefTest {
    private static final int LIAR = 4;
    private static final int STRANGER = 5;
    private static final int MESSAGES = 1_000;
    private static final int TTL = 64;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long SESSION = 0x5E55_1011_1213_1415L;

    private Simulation simulation = builder().build();

    private static SimulationBuilder builder() {
        return Simulation.builder(1)
                .topology(Topology.star(STRANGER + 1, LinkSettings.parse("delay=1ms,rate=1Gbit")))
                .protocol(new PbcastProtocol())
                .parameters(PbcastConfig.defaults().parameters())
                .roles(Role.PEER)
                .notStarted(STRANGER)
                .traceLines(0);
    }

    @BeforeEach
    void startSending() {
        simulation.runFor(SECOND.multipliedBy(2));
        simulation.node(0).send(Workload.paced(MESSAGES, 300, 500));
        simulation.runFor(SECOND);
    }

    @Test
    void shouldNotBelieveAStrangerHowFarAStreamIs() {
        toAll(STRANGER, gossip(sender(), 1L << 40, false), sender());
        finish();
    }

    @Test
    void shouldNotEndAStreamForAStranger() {
        toAll(STRANGER, gossip(sender(), simulation.node(0).accepted() + 5, true), sender());
        finish();
    }

    @Test
    void shouldNotBelieveAPollOfAStranger() {
        long limit = simulation.node(0).accepted() + 5;
        byte[] poll = datagram(new Poll(false, 1, 1, limit, true, limit - 1), sender());
        simulation.injectMulticast(STRANGER, poll, TTL);
        finish();
    }

    @Test
    void shouldNotBelieveAMemberHowFarTheStreamOfAnotherIs() {
        for (int i = 0; i < 20; i++) {
            toAll(LIAR, gossip(sender(), 1L << 40, false), simulation.node(LIAR).memberId());
            toAll(
                    LIAR,
                    gossip(sender(), simulation.node(0).accepted() + 50, false),
                    simulation.node(LIAR).memberId());
            simulation.runFor(SECOND.dividedBy(20));
        }
        finish();
    }

    @Test
    void shouldNotEndTheStreamOfAnotherForAMember() {
        for (int i = 0; i < 20; i++) {
            toAll(
                    LIAR,
                    gossip(sender(), simulation.node(0).accepted() + 5, true),
                    simulation.node(LIAR).memberId());
            simulation.runFor(SECOND.dividedBy(20));
        }
        finish();
    }

    /** It is up to its sender what a stream is: nobody else is hurt by what it says of itself, or a stranger of anybody. */
    @Test
    void shouldBoundWhatFarAheadDataCosts() {
        simulation = builder().unjudged().build();
        startSending();
        for (int i = 0; i < 400; i++) {
            byte[] own = data(simulation.node(LIAR).memberId(), 1 + i * 100_000L, 1);
            simulation.injectMulticast(LIAR, own, TTL);
            simulation.injectMulticast(STRANGER, data(1_000 + i, 131_000, 1), TTL);
            simulation.injectMulticast(STRANGER, data(sender(), 131_000 + i, 1), TTL);
            simulation.runFor(SECOND.dividedBy(200));
        }
        finish();
    }

    /** As in TRAM: somebody repairs who was not asked, before those who were. */
    @Test
    void shouldTakeNoRepairFromAStranger() {
        for (PacketType type : List.of(PacketType.RETRANSMISSION, PacketType.FORWARD)) {
            List<byte[]> missed = new ArrayList<>();
            simulation
                    .accessLink(1)
                    .injectDown(LinkFault.drop(datagram -> isData(datagram) && missed.add(datagram), 20, 20));
            simulation.runFor(Duration.ofMillis(60));
            assertThat(missed).isNotEmpty();
            simulation.accessLink(1).injectDown(null);
            for (byte[] datagram : missed) {
                byte[] forged = PbcastCodec.again(type, datagram);
                forged[forged.length - 1] ^= 1;
                DatagramHeader.complete(
                        forged,
                        PbcastCodec.PROTOCOL,
                        SESSION,
                        simulation.node(2).memberId(),
                        1);
                simulation.injectUnicast(STRANGER, 1, forged);
            }
        }
        finish();
    }

    /** Finding H12: numbers at the end of their range. */
    @Test
    void shouldNotPassOnNumbersThatOthersRefuse() {
        byte[] highest = PbcastCodec.beginData(77, 1, Wire.MAX_SEQUENCE, 1, new WireWriter(64))
                .writeByte(3)
                .writeShort(0)
                .toByteArray();
        simulation.injectMulticast(
                STRANGER, DatagramHeader.complete(highest, PbcastCodec.PROTOCOL, SESSION, 77, 1), TTL);
        simulation.injectMulticast(STRANGER, data(78, Wire.MAX_SEQUENCE - 1, Wire.MAX_SEQUENCE - 1), TTL);
        long before = undecodable();
        simulation.runFor(SECOND);
        assertThat(undecodable() - before).as("the two alone, at five members").isLessThanOrEqualTo(10);
        finish();
    }

    private static boolean isData(byte[] datagram) {
        int type = DatagramHeader.type(datagram);
        return type == PacketType.DATA.code() || type == PacketType.RETRANSMISSION.code();
    }

    private long undecodable() {
        return simulation.nodes().subList(0, STRANGER).stream()
                .mapToLong(node -> node.counters().undecodable())
                .sum();
    }

    private long sender() {
        return simulation.node(0).memberId();
    }

    private static Digest gossip(long source, long limit, boolean ended) {
        Entry entry = new Entry(
                source, limit, limit, limit, 0, ended, limit - 1, limit, SequenceMask.EMPTY, limit, SequenceMask.EMPTY);
        return new Digest(PacketType.GOSSIP, false, 1, List.of(entry));
    }

    /** A packet with the beginning of a message. */
    private static byte[] data(long source, long sequence, long low) {
        byte[] packet = PbcastCodec.beginData(source, sequence, 0, low, new WireWriter(128))
                .writeByte(1)
                .writeShort(4)
                .writeInt(1_000)
                .writeInt(7)
                .toByteArray();
        return DatagramHeader.complete(packet, PbcastCodec.PROTOCOL, SESSION, source, 1);
    }

    private static byte[] datagram(PbcastPacket packet, long memberId) {
        return DatagramHeader.complete(PbcastCodec.encode(packet), PbcastCodec.PROTOCOL, SESSION, memberId, 1);
    }

    private void toAll(int host, PbcastPacket packet, long memberId) {
        InetSocketAddress from = simulation.node(host).address();
        for (int to = 0; to < STRANGER; to++) {
            if (to != host) {
                simulation.injectUnicast(host, from, to, datagram(packet, memberId));
            }
        }
    }

    /** Everybody gets everything as if nothing had been. */
    private void finish() {
        simulation.runFor(SECOND.multipliedBy(4));
        for (int i = 0; i < 2; i++) {
            SimFlush flush = simulation.node(0).flush(SECOND.multipliedBy(5));
            simulation.runUntil(flush::isDone, SECOND.multipliedBy(6));
            FlushResult result = Objects.requireNonNull(flush.result());
            assertThat(result.complete()).as("flush: %s", result).isTrue();
        }
        for (SimNode node : simulation.nodes().subList(1, STRANGER)) {
            List<SessionEvent.MessagesLost> lost = node.events(SessionEvent.MessagesLost.class).stream()
                    .filter(event -> event.sourceId() == sender())
                    .toList();
            String seen = "host " + node.index() + ": " + node.delivered() + " of " + MESSAGES + " delivered, " + lost
                    + node.events(SessionEvent.StreamEnded.class);
            assertThat(node.delivered()).as(seen).isEqualTo(MESSAGES);
            assertThat(lost).as(seen).isEmpty();
        }
        simulation.checkComplete();
    }
}
