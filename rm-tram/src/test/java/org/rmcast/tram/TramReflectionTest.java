package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.sim.check.AmplificationWatch;
import org.rmcast.sim.check.Checks;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Asked;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.NotRepaired;
import org.rmcast.tram.wire.TreePlace;

/** Somebody with a made-up source address has packets sent there; and members whose requests and proofs are lost get theirs. */
class TramReflectionTest {
    private static final int STRANGER = 4;
    private static final int MESSAGES = 1_000;
    private static final long MADE_UP = 77;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long SESSION = 0x5E55_1011_1213_1415L;

    private final AmplificationWatch victim = new AmplificationWatch(new InetSocketAddress("192.0.2.66", 4_444));

    private Simulation group(String recovery) {
        Simulation simulation = Simulation.builder(1)
                .topology(Topology.star(5, LinkSettings.parse("delay=1ms,rate=100Mbit")))
                .protocol(new TramProtocol())
                .parameters(Parameters.none().with("recovery", recovery))
                .checks(Checks.none().with(victim))
                .notStarted(STRANGER)
                .traceLines(0)
                .build();
        simulation.runFor(SECOND);
        simulation.node(0).send(Workload.paced(MESSAGES, 1_000, 1_000));
        simulation.runFor(SECOND.multipliedBy(2));
        return simulation;
    }

    /** All members hear it: no two of them may answer. */
    @ParameterizedTest
    @EnumSource(names = {"MEMBER_SOLICITATION", "HEAD_BIND", "ACK"})
    void shouldNotMakeAllAnswerOnePacketToTheGroup(TramPacket.Type type) {
        int members = 20;
        Simulation simulation = Simulation.builder(1)
                .topology(Topology.star(members + 1, LinkSettings.parse("delay=1ms,rate=100Mbit")))
                .protocol(new TramProtocol())
                .checks(Checks.none().with(victim))
                .notStarted(members)
                .traceLines(0)
                .build();
        simulation.runFor(SECOND.multipliedBy(2));
        long source = simulation.node(0).memberId();
        for (int i = 0; i < 50; i++) {
            byte[] forged = datagram(
                    switch (type) {
                        case MEMBER_SOLICITATION ->
                            new MemberSolicitation(true, 255, MemberRole.MEMBER_ONLY, TreePlace.NONE, source, 0);
                        case HEAD_BIND -> bind(source);
                        default -> request(simulation, i % 2 == 0, SequenceMask.EMPTY);
                    });
            victim.heard(forged.length);
            simulation.injectMulticast(members, victim.address(), forged, 64);
            simulation.runFor(SECOND.dividedBy(20));
        }
        simulation.runFor(SECOND.multipliedBy(2));
        assertThat(victim.answeredBytes()).isLessThanOrEqualTo(victim.heardBytes());
    }

    @Test
    void shouldRepairNothingForAMemberOfAnotherHeadThatHasNotShownItsCookie() {
        Simulation simulation = group("reaffiliate");
        for (int to = 0; to < STRANGER; to++) {
            spoof(simulation, to, request(simulation, true));
        }
        simulation.runFor(SECOND.multipliedBy(2));
        assertThat(victim.answeredBytes()).isLessThanOrEqualTo(victim.heardBytes());
        assertThat(simulation.node(0).statistics().get(TramMeter.UNPROVED)).isEqualTo(1);
        finish(simulation);
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "reaffiliate"})
    void shouldRepairNothingForAMemberThatHasNotShownItsCookie(String recovery) {
        Simulation simulation = group(recovery);
        HeadBind bind = bind(simulation.node(0).memberId());
        for (int i = 0; i < 3; i++) {
            spoof(simulation, 0, bind);
            simulation.runFor(SECOND.dividedBy(10));
            spoof(simulation, 0, request(simulation, false));
            simulation.runFor(SECOND.dividedBy(10));
        }
        simulation.runFor(SECOND.multipliedBy(2));
        assertThat(victim.answeredBytes()).isLessThanOrEqualTo(victim.heardBytes());
        assertThat(simulation.node(0).statistics().get(TramMeter.UNPROVED)).isEqualTo(3);
        assertThat(simulation.node(0).events(SessionEvent.MemberJoined.class)).hasSize(3);
        assertThat(simulation.node(0).events(SessionEvent.MemberFailed.class)).isEmpty();
        finish(simulation);
    }

    /** Of the group, of nobody: who is told of these would ask there. */
    @ParameterizedTest
    @ValueSource(strings = {"239.1.2.3", "0.0.0.0", "255.255.255.255"})
    void shouldRefuseAnAddressThatIsNobodys(String address) {
        Simulation simulation = group("reaffiliate");
        NotRepaired answer = new NotRepaired(
                simulation.node(0).memberId(), 1, 2, new InetSocketAddress(address, 5_000), new byte[] {1});
        simulation.injectUnicast(STRANGER, 1, datagram(answer));
        simulation.runFor(SECOND);
        assertThat(simulation.node(1).counters().undecodable()).isEqualTo(1);
        finish(simulation);
    }

    /** Every second packet of a type is lost on its way to and from the sender: who asks elsewhere gets it all the same. */
    @ParameterizedTest
    @CsvSource({"COOKIE_REQUEST", "COOKIE", "ACCEPT_MEMBER", "HEAD_BIND"})
    void shouldServeMembersWhoseProofsAreLost(TramPacket.Type type) {
        LinkSettings link = LinkSettings.parse("delay=1ms,rate=1Gbit");
        Simulation simulation = Simulation.builder(7)
                .topology(Topology.twoLevel(1, 4, link, link))
                .protocol(new TramProtocol())
                .parameters(Parameters.none()
                        .with("recovery", "reaffiliate")
                        .with("slowReceivers", "spill")
                        .with("maxMembers", 3)
                        .with("headCachePackets", 200))
                .role(1, Role.REPAIR_NODE)
                .traceLines(0)
                .build();
        LinkFault everySecond = LinkFault.drop(datagram -> DatagramHeader.type(datagram) == type.code(), 1, 2);
        simulation.accessLink(0).injectUp(everySecond);
        simulation.accessLink(0).injectDown(everySecond);
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == 3, SECOND.multipliedBy(10)))
                .isTrue();
        simulation.node(0).send(Workload.paced(8_000, 500, 2_000));
        simulation.runFor(SECOND);
        simulation.node(2).pause();
        simulation.runFor(SECOND);
        simulation.node(2).resume();
        simulation.runFor(SECOND.multipliedBy(4));
        SimFlush flush = simulation.node(0).flush(SECOND.multipliedBy(5));
        simulation.runUntil(flush::isDone, SECOND.multipliedBy(6));
        assertThat(Objects.requireNonNull(flush.result()).complete()).isTrue();
        assertThat(simulation.nodes().subList(2, 5)).allSatisfy(node -> {
            assertThat(node.delivered()).isEqualTo(8_000);
            assertThat(node.statistics().get(TramMeter.WITHHELD)).isZero();
        });
        simulation.checkComplete();
    }

    private void spoof(Simulation simulation, int to, TramPacket packet) {
        byte[] datagram = datagram(packet);
        victim.heard(datagram.length);
        simulation.injectUnicast(STRANGER, victim.address(), to, datagram);
    }

    private static HeadBind bind(long source) {
        return new HeadBind(false, 255, MemberRole.MEMBER_ONLY, TreePlace.NONE, 0, 1, 1, source, 1, 5);
    }

    /** Asks for 8,192 packets. */
    private static Ack request(Simulation simulation, boolean temporary) {
        byte[] mask = new byte[TramCodec.MAX_MASK_BYTES];
        Arrays.fill(mask, (byte) 0xff);
        return request(simulation, temporary, mask);
    }

    private static Ack request(Simulation simulation, boolean temporary, byte[] mask) {
        return new Ack(
                false,
                false,
                0,
                false,
                false,
                temporary,
                false,
                false,
                0x1234,
                simulation.node(0).memberId(),
                1,
                1,
                10_000,
                1,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                mask.length == 0 ? Asked.NOTHING : new Asked(1, 0, 1, mask));
    }

    private static byte[] datagram(TramPacket packet) {
        return DatagramHeader.complete(TramCodec.encode(packet), TramCodec.PROTOCOL, SESSION, MADE_UP, 1);
    }

    /** Everybody gets everything as if nothing had been. */
    private static void finish(Simulation simulation) {
        SimFlush flush = simulation.node(0).flush(SECOND.multipliedBy(5));
        simulation.runUntil(flush::isDone, SECOND.multipliedBy(6));
        assertThat(Objects.requireNonNull(flush.result()).complete()).isTrue();
        assertThat(simulation.nodes().subList(1, STRANGER))
                .allSatisfy(node -> assertThat(node.delivered()).isEqualTo(MESSAGES));
    }
}
