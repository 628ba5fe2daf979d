package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Role;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Poll;
import org.rmcast.pbcast.wire.PbcastPacket.Request;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/** A source address proves nothing: what is asked for from one where no member is known to be, in small or in large. */
class PbcastReflectionTest {
    private static final int STRANGER = 4;
    private static final int TTL = 64;
    private static final long MADE_UP = 77;
    private static final long SESSION = 0x5E55_1011_1213_1415L;

    private final Simulation simulation = Simulation.builder(1)
            .topology(Topology.star(5, LinkSettings.parse("delay=1ms,rate=1Gbit")))
            .protocol(new PbcastProtocol())
            .parameters(PbcastConfig.defaults().parameters())
            .roles(Role.PEER)
            .notStarted(STRANGER)
            .unjudged()
            .build();
    private long answeredBytes;
    private long sentBytes;

    private void start() {
        simulation.runFor(Duration.ofSeconds(2));
        for (int i = 0; i < 400; i++) {
            simulation.node(0).send(new byte[1_000]);
        }
        simulation.runFor(Duration.ofMillis(100));
        simulation.node(STRANGER).observe(new NodeObserver() {
            @Override
            public void onHeard(byte[] datagram, boolean multicast, long nowNanos) {
                answeredBytes += multicast ? 0 : datagram.length;
            }
        });
    }

    private byte[] datagram(PbcastPacket packet) {
        byte[] datagram = PbcastCodec.encode(packet);
        sentBytes += datagram.length;
        return DatagramHeader.complete(datagram, PbcastCodec.PROTOCOL, SESSION, MADE_UP, 1);
    }

    private long undecodable() {
        return simulation.nodes().subList(0, STRANGER).stream()
                .mapToLong(node -> node.counters().undecodable())
                .sum();
    }

    private Request request(PacketType type) {
        WantList wants = new WantList();
        LongStream.range(1, 400)
                .forEach(sequence -> wants.add(simulation.node(0).memberId(), sequence));
        return new Request(type, true, 0, wants.datagrams(1_000, 1_300).get(0));
    }

    @Test
    void shouldSendNobodyMoreThanCameFromThere() {
        start();
        for (int i = 0; i < 10; i++) {
            for (PacketType type : List.of(PacketType.REQUEST, PacketType.MCAST)) {
                simulation.injectUnicast(STRANGER, i % STRANGER, datagram(request(type)));
            }
            simulation.runFor(Duration.ofMillis(20));
        }
        simulation.injectUnicast(STRANGER, 1, datagram(new Poll(true, 1, 1, 1, false, 0)));
        simulation.runFor(Duration.ofSeconds(1));
        assertThat(undecodable()).isZero();
        assertThat(answeredBytes).isPositive().isLessThanOrEqualTo(sentBytes);
        assertThat(simulation.nodes().subList(0, STRANGER))
                .allMatch(node -> node.statistics().get(EngineMeter.REPAIRS_SENT) == 0);
    }

    @Test
    void shouldRefuseByMulticastWhatOneMemberAsksOfAnother() {
        start();
        for (PacketType type : List.of(PacketType.REQUEST, PacketType.MCAST)) {
            simulation.injectMulticast(STRANGER, datagram(request(type)), TTL);
        }
        simulation.injectMulticast(STRANGER, datagram(new Poll(true, 1, 1, 1, false, 0)), TTL);
        simulation.runFor(Duration.ofSeconds(1));
        assertThat(undecodable()).isEqualTo(2 * STRANGER);
        assertThat(answeredBytes).isZero();
    }
}
