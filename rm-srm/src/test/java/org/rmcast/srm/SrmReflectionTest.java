package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Role;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.srm.wire.SrmCodec;
import org.rmcast.srm.wire.SrmPacket;
import org.rmcast.srm.wire.SrmPacket.Echo;
import org.rmcast.srm.wire.SrmPacket.Range;
import org.rmcast.srm.wire.SrmPacket.Request;
import org.rmcast.srm.wire.SrmPacket.Session;

/** Who has not shown that it hears the group makes nobody send anything. */
class SrmReflectionTest {
    private static final int STRANGER = 4;
    private static final int TTL = 64;
    private static final long MADE_UP = 77;
    private static final long SESSION = 0x5E55_1011_1213_1415L;

    private final Simulation simulation = Simulation.builder(1)
            .topology(Topology.star(5, LinkSettings.parse("delay=1ms,rate=1Gbit")))
            .protocol(new SrmProtocol())
            .roles(Role.PEER)
            .notStarted(STRANGER)
            .unjudged()
            .build();
    private long causedBytes;

    private void start() {
        simulation.runFor(Duration.ofSeconds(2));
        for (int i = 0; i < 400; i++) {
            simulation.node(0).send(new byte[1_000]);
        }
        simulation.runFor(Duration.ofSeconds(1));
        simulation
                .nodes()
                .forEach(node -> node.observe(new NodeObserver() {
                    @Override
                    public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                        PacketKind kind = new ConfiguredSrm(SrmConfig.defaults()).kind(datagram);
                        causedBytes += kind == PacketKind.REPAIR || kind == PacketKind.REQUEST ? datagram.length : 0;
                    }
                }));
    }

    private static byte[] datagram(SrmPacket packet, long id) {
        return DatagramHeader.complete(SrmCodec.encode(packet), SrmCodec.PROTOCOL, SESSION, id, 1);
    }

    private Request request() {
        return new Request(simulation.node(0).memberId(), 100, 0, TTL, List.of(new Range(1, 300)));
    }

    private long repairsSent() {
        return simulation.nodes().subList(0, STRANGER).stream()
                .mapToLong(node -> node.statistics().get(EngineMeter.REPAIRS_SENT))
                .sum();
    }

    @Test
    void shouldRepairNothingForAStranger() {
        start();
        for (int i = 0; i < 10; i++) {
            simulation.injectMulticast(STRANGER, datagram(request(), MADE_UP), TTL);
            simulation.injectUnicast(STRANGER, i % STRANGER, datagram(request(), MADE_UP));
            simulation.runFor(Duration.ofMillis(50));
        }
        assertThat(causedBytes).isZero();
        assertThat(repairsSent()).isZero();
    }

    /** It says that it is there, and shows stamps that nobody has sent. */
    @Test
    void shouldNotMeetWhoGuesses() {
        start();
        for (int i = 1; i <= 10; i++) {
            List<Echo> echoes = simulation.nodes().subList(0, STRANGER).stream()
                    .map(node -> new Echo(node.memberId(), simulation.now().toNanos(), 0))
                    .toList();
            Session session = new Session(i, Role.RECEIVER, false, true, TTL, i, 500, null, List.of(), echoes);
            simulation.injectMulticast(STRANGER, datagram(session, MADE_UP), TTL);
            simulation.injectMulticast(STRANGER, datagram(request(), MADE_UP), TTL);
            simulation.runFor(Duration.ofMillis(50));
        }
        assertThat(causedBytes).isZero();
        assertThat(simulation.nodes().subList(0, STRANGER))
                .extracting(SimNode::receiverCount)
                .containsOnly(STRANGER - 1);
    }

    /** In a member's name, from where it is not. */
    @Test
    void shouldNotAnswerInAMembersNameFromElsewhere() {
        start();
        byte[] forged = datagram(request(), simulation.node(1).memberId());
        for (int i = 0; i < 10; i++) {
            simulation.injectMulticast(STRANGER, forged, TTL);
            simulation.runFor(Duration.ofMillis(50));
        }
        assertThat(causedBytes).isZero();
        assertThat(simulation.node(0).statistics().get(SrmMeter.ELSEWHERE)).isEqualTo(10);
    }

    /** A member may ask as often as it likes: a packet is repaired again only when the hold-down is over. */
    @Test
    void shouldRepairAMemberAPacketOnceInAHoldDown() {
        start();
        byte[] asked = DatagramHeader.complete(
                SrmCodec.encode(new Request(simulation.node(0).memberId(), 100, 0, TTL, List.of(new Range(1, 2)))),
                SrmCodec.PROTOCOL,
                SESSION,
                simulation.node(1).memberId(),
                1);
        for (int i = 0; i < 200; i++) {
            simulation.injectMulticast(1, SimNode.addressOf(1), asked, TTL);
            simulation.runFor(Duration.ofNanos(100_000));
        }
        simulation.runFor(Duration.ofMillis(50));
        assertThat(repairsSent()).isBetween(1L, 12L);
    }
}
