package org.rmcast.core.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.membership.MemberUpdate.Kind;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.Join;
import org.rmcast.core.membership.MembershipPacket.Leave;
import org.rmcast.core.membership.MembershipPacket.Page;
import org.rmcast.core.membership.MembershipPacket.Ping;
import org.rmcast.core.membership.MembershipPacket.PingRequest;
import org.rmcast.core.membership.MembershipPacket.Pull;
import org.rmcast.core.membership.MembershipPacket.Sender;
import org.rmcast.core.membership.MembershipPacket.Welcome;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.Wire;

/** One member by itself, datagram by datagram: what it answers, and what it does not. */
class SwimMembershipTest {
    private static final InetSocketAddress OWN = address(1);
    private static final EngineContext CONTEXT = new EngineContext(
            5, 1, Role.PEER, new InetSocketAddress("239.1.1.1", 4000), OWN, 8, new SplittableRandom(1));
    private static final MembershipCodec CODEC = new MembershipCodec(Wire.DEFAULT_DATAGRAM_BYTES);
    private static final MembershipConfig CONFIG =
            MembershipConfig.of(Parameters.none().with("maxView", 8));
    private static final List<Kind> KINDS = List.of(Kind.values());

    private final RecordingActions recorder = new RecordingActions();
    private final List<String> changes = new ArrayList<>();
    private final SwimMembership membership = start(CONTEXT, CONFIG);
    private long now;

    @BeforeEach
    void forgetTheStart() {
        recorder.clear();
    }

    @Test
    void shouldOwnTheTypesThatAreItsOwn() {
        assertThat(SwimMembership.owns(0xDF)).isFalse();
        assertThat(SwimMembership.owns(0xE0)).isTrue();
        assertThat(SwimMembership.owns(0xEF)).isTrue();
        assertThat(SwimMembership.owns(0xF0)).isFalse();
    }

    @Test
    void shouldNotAnswerAPingWithMoreThanItHas() throws DecodeException {
        for (int id = 2; id < 8; id++) {
            receive(id, new Leave(sender(id + 100)));
            receive(id, ping(id));
        }
        byte[] shortest = wire(ping(2));
        receive(2, ping(2));
        assertThat(last().bytes()).isLessThanOrEqualTo(shortest.length);
    }

    @Test
    void shouldGiveItsStateOnlyToWhoShowsACookie() throws DecodeException {
        receive(2, ping(2));
        long cookie = ((Ack) last().packet()).cookie();
        recorder.clear();
        receive(2, new Pull(sender(2), 5, cookie + 1, false, Long.MIN_VALUE));
        receive(3, new Pull(sender(3), 5, cookie, false, Long.MIN_VALUE));
        assertThat(sent()).as("a wrong cookie, and one of another address").isEmpty();
        receive(2, new Pull(sender(2), 5, cookie, false, Long.MIN_VALUE));
        Page page = (Page) last().packet();
        assertThat(page.nonce()).isEqualTo(5);
        assertThat(page.members()).extracting(MemberUpdate::id).containsExactly(2L, 3L);
    }

    /** What the other random numbers are can be told from what a member does. */
    @Test
    void shouldTakeItsNoncesAndCookiesFromTheSecrets() throws DecodeException {
        List<Long> seen = new ArrayList<>();
        for (long secret = 1; secret <= 2; secret++) {
            EngineContext context = new EngineContext(
                    CONTEXT.sessionId(),
                    CONTEXT.memberId(),
                    CONTEXT.incarnation(),
                    CONTEXT.role(),
                    CONTEXT.group(),
                    OWN,
                    CONTEXT.ttl(),
                    new SplittableRandom(1),
                    new SplittableRandom(secret),
                    null);
            SwimMembership other = start(context, CONFIG);
            seen.add(((Join) last().packet()).nonce());
            other.onDatagram(address(2), Cast.UNICAST, wire(ping(2)), now, recorder);
            seen.add(((Ack) last().packet()).cookie());
        }
        assertThat(seen).doesNotHaveDuplicates();
    }

    @Test
    void shouldForgetCookiesInTime() throws DecodeException {
        receive(2, ping(2));
        long cookie = ((Ack) last().packet()).cookie();
        now += 200_000_000_000L;
        recorder.clear();
        receive(2, new Pull(sender(2), 5, cookie, false, Long.MIN_VALUE));
        assertThat(sent()).isEmpty();
    }

    @Test
    void shouldBeUnchangedByAMalformedDatagram() {
        byte[] ping = wire(new Ping(sender(2), 1, 1, List.of(update(Kind.ALIVE, 3, 0))));
        byte[] cut = Arrays.copyOf(ping, ping.length - 1);
        assertThatThrownBy(() -> membership.onDatagram(address(2), Cast.UNICAST, cut, now, recorder))
                .isInstanceOf(DecodeException.class);
        assertThat(membership.view().others()).isEmpty();
        assertThat(sent()).isEmpty();
    }

    @Test
    void shouldContradictItsOwnFailure() throws DecodeException {
        receive(2, new Ping(sender(2), 1, 1, List.of(update(Kind.FAILED, 1, 4))));
        Ack ack = (Ack) last().packet();
        assertThat(ack.sender().incarnation()).isEqualTo(5);
        assertThat(ack.updates()).contains(update(Kind.ALIVE, 1, 5));
    }

    @Test
    void shouldNotLetAForgedLeaveRemoveAMember() throws DecodeException {
        receive(2, ping(2));
        membership.onDatagram(address(7), Cast.UNICAST, wire(new Leave(sender(2))), now, recorder);
        assertThat(membership.view().find(2)).isNotNull();
        receive(2, new Leave(sender(2)));
        assertThat(membership.view().find(2)).isNull();
        assertThat(changes).containsExactly("up 2", "LEFT 2");
    }

    @Test
    void shouldNotLetALateDatagramBringBackWhoLeft() throws DecodeException {
        receive(2, ping(2));
        receive(2, new Leave(sender(2)));
        receive(2, ping(2));
        receive(3, new Ping(sender(3), 1, 1, List.of(update(Kind.ALIVE, 2, 0))));
        assertThat(membership.view().find(2)).isNull();
    }

    @Test
    void shouldNotLetAForgedJoinTakeTheAddressOfAMember() throws DecodeException {
        receive(2, ping(2));
        membership.onDatagram(address(2), Cast.MULTICAST, wire(new Join(sender(50), 1, 0, true)), now, recorder);
        assertThat(membership.view().others()).extracting(GroupMember::id).containsExactly(2L);
        Ping asked = nextPingTo(2, 50);
        receive(2, new Ack(sender(2), asked.nonce(), 0, List.of()));
        assertThat(changes).containsExactly("up 2");
    }

    @Test
    void shouldReplaceAMemberByWhoAnswersAtItsAddress() throws DecodeException {
        receive(2, ping(2));
        membership.onDatagram(address(2), Cast.MULTICAST, wire(new Join(sender(50), 1, 0, true)), now, recorder);
        Ping asked = nextPingTo(2, 50);
        membership.onDatagram(
                address(2), Cast.UNICAST, wire(new Ack(sender(50), asked.nonce(), 0, List.of())), now, recorder);
        assertThat(changes).containsExactly("up 2", "RESTARTED 2", "up 50");
        assertThat(recorder.events()).hasAtLeastOneElementOfType(SessionEvent.MemberFailed.class);
    }

    @Test
    void shouldKeepMembersThatAnsweredThroughAFloodOfForgedJoins() throws DecodeException {
        for (int id = 2; id < 7; id++) {
            receive(id, ping(id));
        }
        for (int period = 0; period < 12; period++) {
            answerAllPings(6);
            nextPeriod();
        }
        answerAllPings(6);
        long bound = SwimMembership.mostRecords(CONFIG);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 20_000; i++) {
            long id = random.nextLong() | 1 << 20;
            int host = 1_000 + random.nextInt(50_000);
            membership.onDatagram(address(host), Cast.MULTICAST, wire(new Join(sender(id), 1, 0, true)), now, recorder);
            MemberUpdate forged = new MemberUpdate(
                    KINDS.get(random.nextInt(4)), random.nextLong() | 1 << 20, 0, Role.PEER, address(host));
            receive(2, new Ping(sender(2), 1, 1, List.of(forged)));
            recorder.clear();
            if (i % 1_000 == 0) {
                assertThat(membership.records()).isLessThanOrEqualTo(bound);
            }
        }
        assertThat(membership.view().others()).hasSize(8);
        for (long id = 2; id < 7; id++) {
            assertThat(membership.view().find(id)).as("member %d", id).isNotNull();
        }
    }

    @Test
    void shouldRelayOnlyAsManyPingsAsItRemembers() throws DecodeException {
        for (int i = 0; i < 1_000; i++) {
            receive(2, new PingRequest(sender(2), i, 77, address(77)));
        }
        assertThat(sent()).hasSize(64).allSatisfy(sent -> {
            assertThat(sent.to()).isEqualTo(address(77));
            assertThat(sent.bytes()).isLessThanOrEqualTo(MembershipCodec.PING_BYTES);
        });
    }

    @Test
    void shouldAnswerFewJoinsPerPeriod() throws DecodeException {
        joinAlone();
        for (int i = 0; i < 1_000; i++) {
            receive(2, new Join(sender(2), i, 0, true));
        }
        assertThat(sent()).filteredOn(sent -> sent.packet() instanceof Welcome).hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void shouldDoNothingAfterItLeft() throws DecodeException {
        receive(2, ping(2));
        recorder.clear();
        membership.leave(now, recorder);
        assertThat(sent()).isNotEmpty().allMatch(sent -> sent.packet() instanceof Leave);
        recorder.clear();
        membership.leave(now, recorder);
        receive(2, ping(2));
        membership.onDeadline(now + 10_000_000_000L, recorder);
        assertThat(sent()).isEmpty();
        assertThat(membership.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    private SwimMembership start(EngineContext context, MembershipConfig config) {
        SwimMembership started =
                new SwimMembership(context, config, Wire.DEFAULT_DATAGRAM_BYTES, new MembershipListener() {
                    @Override
                    public void onUp(GroupMember member, long nowNanos, Actions actions) {
                        changes.add("up " + member.id());
                    }

                    @Override
                    public void onDown(GroupMember member, DownReason reason, long nowNanos, Actions actions) {
                        changes.add(reason + " " + member.id());
                    }
                });
        started.onStart(0, recorder);
        return started;
    }

    private void joinAlone() {
        for (int i = 0; i < 40; i++) {
            nextPeriod();
        }
        recorder.clear();
    }

    private void nextPeriod() {
        long end = now + CONFIG.probePeriodNanos;
        while (membership.nextDeadlineNanos() - end <= 0) {
            now = membership.nextDeadlineNanos();
            membership.onDeadline(now, recorder);
        }
        now = end;
    }

    /** Answers what was asked of the hosts 2 to a last one, as they would. */
    private void answerAllPings(int lastHost) throws DecodeException {
        List<Sent> asked = List.copyOf(sent());
        recorder.clear();
        for (Sent sent : asked) {
            int host = sent.to() == null ? 0 : Objects.requireNonNull(sent.to()).getPort() - 4_000;
            if (sent.packet() instanceof Ping ping && host >= 2 && host <= lastHost) {
                receive(host, new Ack(sender(host), ping.nonce(), 0, List.of()));
            }
        }
    }

    private Ping nextPingTo(int host, long targetId) {
        for (int i = 0; i < 4; i++) {
            nextPeriod();
            for (Sent sent : sent()) {
                if (sent.packet() instanceof Ping ping
                        && ping.targetId() == targetId
                        && address(host).equals(sent.to())) {
                    return ping;
                }
            }
        }
        throw new AssertionError("no ping for " + targetId + " in " + sent());
    }

    private void receive(int host, MembershipPacket packet) throws DecodeException {
        Cast cast = packet instanceof Join join && join.toGroup() ? Cast.MULTICAST : Cast.UNICAST;
        membership.onDatagram(address(host), cast, wire(packet), now, recorder);
    }

    private static Ping ping(long from) {
        return new Ping(sender(from), 99, 1, List.of());
    }

    private static Sender sender(long id) {
        return new Sender(id, 0, Role.PEER, true, false, 0);
    }

    private static MemberUpdate update(Kind kind, int id, int incarnation) {
        return new MemberUpdate(kind, id, incarnation, Role.PEER, address(id));
    }

    private static InetSocketAddress address(int host) {
        return new InetSocketAddress("10.0.0.1", 4_000 + host);
    }

    /** A packet as it comes from its sender. */
    private static byte[] wire(MembershipPacket packet) {
        return DatagramHeader.complete(
                CODEC.encode(packet), 9, CONTEXT.sessionId(), packet.sender().id(), 1);
    }

    private List<Sent> sent() {
        return recorder.sent().stream()
                .map(one -> Sent.of(one.to(), one.datagram()))
                .toList();
    }

    private Sent last() {
        List<Sent> sent = sent();
        return sent.get(sent.size() - 1);
    }

    private record Sent(@Nullable InetSocketAddress to, MembershipPacket packet, int bytes) {
        static Sent of(@Nullable InetSocketAddress to, byte[] datagram) {
            try {
                DatagramHeader.complete(datagram, 9, CONTEXT.sessionId(), CONTEXT.memberId(), 1);
                return new Sent(to, CODEC.decode(datagram), datagram.length);
            } catch (DecodeException e) {
                throw new AssertionError("the member sent what it can not read itself", e);
            }
        }
    }
}
