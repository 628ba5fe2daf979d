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
import org.rmcast.api.EventCause;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.membership.MemberUpdate.Kind;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.Announcement;
import org.rmcast.core.membership.MembershipPacket.IndirectAck;
import org.rmcast.core.membership.MembershipPacket.Join;
import org.rmcast.core.membership.MembershipPacket.Leave;
import org.rmcast.core.membership.MembershipPacket.News;
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
    private final List<String> proofs = new ArrayList<>();
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
    void shouldNotAnswerAStrangerWithMoreThanItSent() throws DecodeException {
        for (int id = 2; id < 8; id++) {
            meet(id);
            receive(id, new Ping(sender(id), 1, 1, 0, List.of(update(Kind.FAILED, id + 100, 0))));
        }
        recorder.clear();
        receive(50, ping(50));
        assertThat(last().bytes()).isLessThanOrEqualTo(wire(ping(50)).length);
        receive(7, ping(7));
        assertThat(last().bytes()).as("a member hears the news").isGreaterThan(wire(ping(7)).length);
    }

    @Test
    void shouldGiveItsStateOnlyToWhoShowsACookie() throws DecodeException {
        meet(3);
        long cookie = cookieFor(2);
        recorder.clear();
        receive(2, new Pull(sender(2), 5, cookie + 1, false, Long.MIN_VALUE));
        receive(3, new Pull(sender(3), 5, cookie, false, Long.MIN_VALUE));
        assertThat(sent()).as("a wrong cookie, and one of another address").isEmpty();
        receive(2, new Pull(sender(2), 5, cookie, false, Long.MIN_VALUE));
        Page page = (Page) last().packet();
        assertThat(page.nonce()).isEqualTo(5);
        assertThat(page.members()).extracting(MemberUpdate::id).containsExactly(2L, 3L);
    }

    @Test
    void shouldTakeNobodyInWhoHasNotProvedWhereItIs() throws DecodeException {
        receive(2, ping(2));
        receive(3, new Join(sender(3), 1, 0, true, List.of()));
        receive(4, new Join(sender(4), 1, 0, false, List.of()));
        receive(5, new Announcement(sender(5)));
        receive(6, new Pull(sender(6), 5, 1, false, Long.MIN_VALUE));
        receive(7, new Ping(sender(7), 1, 1, 12_345, List.of()));
        assertThat(membership.view().others()).isEmpty();
        meet(2);
        assertThat(changes).containsExactly("up 2");
    }

    @Test
    void shouldNotBelieveWhatAStrangerSaysOfOthers() throws DecodeException {
        meet(2);
        recorder.clear();
        for (Kind kind : KINDS) {
            receive(9, new Ping(sender(9), 1, 1, 0, List.of(update(kind, 2, 1), update(kind, 3, 0))));
            membership.onDatagram(
                    address(9),
                    Cast.UNICAST,
                    wire(new Ping(sender(2), 1, 1, 0, List.of(update(kind, 2, 1), update(kind, 3, 0)))),
                    now,
                    recorder);
        }
        nextPeriod();
        assertThat(sent()).noneMatch(sent -> address(3).equals(sent.to()));
        assertThat(membership.view().others())
                .extracting(GroupMember::incarnation)
                .containsExactly(0);
        assertThat(membership.view().vouched()).hasSize(1);
    }

    @Test
    void shouldBelieveAMemberThatTellsOfAnother() throws DecodeException {
        meet(2);
        receive(2, new Ping(sender(2), 1, 1, 0, List.of(update(Kind.ALIVE, 3, 0))));
        assertThat(changes).containsExactly("up 2", "up 3");
    }

    @Test
    void shouldKeepAMemberThatAnswersWhateverOthersSay() throws DecodeException {
        int top = MemberUpdate.MAX_INCARNATION;
        meet(2);
        meet(3);
        for (int incarnation : new int[] {0, 1, 16, 17, 1_000, top}) {
            for (Kind kind : List.of(Kind.SUSPECT, Kind.FAILED, Kind.LEFT)) {
                receive(2, new Ping(sender(2), 1, 1, 0, List.of(update(kind, 3, incarnation))));
                for (int period = 0; period < 4; period++) {
                    answerAllPings(3);
                    nextPeriod();
                }
            }
        }
        assertThat(membership.view().find(3)).isNotNull();
        assertThat(changes).containsExactly("up 2", "up 3");
    }

    @Test
    void shouldRemoveAMemberThatOthersHoldForOutAndThatDoesNotAnswer() throws DecodeException {
        meet(2);
        meet(3);
        receive(2, new Ping(sender(2), 1, 1, 0, List.of(update(Kind.FAILED, 3, 0))));
        assertThat(membership.view().find(3)).isNotNull();
        for (int period = 0; period < 4; period++) {
            answerAllPings(2);
            nextPeriod();
        }
        assertThat(changes).containsExactly("up 2", "up 3", "FAILED 3");
    }

    @Test
    void shouldTakeBackAMemberThatAnswersUnderAVerdictThatItCannotTop() throws DecodeException {
        int top = MemberUpdate.MAX_INCARNATION;
        meet(2);
        receive(2, new Ping(sender(2), 1, 1, 0, List.of(update(Kind.LEFT, 3, top), update(Kind.FAILED, 4, top))));
        receive(2, new Ping(sender(2), 1, 1, 0, List.of(update(Kind.ALIVE, 3, 0), update(Kind.ALIVE, 4, 0))));
        assertThat(changes).containsExactly("up 2");
        for (int period = 0; period < 3; period++) {
            answerAllPings(4);
            nextPeriod();
        }
        assertThat(changes).containsExactlyInAnyOrder("up 2", "up 3", "up 4");
    }

    @Test
    void shouldNotRaiseItsIncarnationAsStrangersLike() throws DecodeException {
        for (int i = 0; i < 1_000; i++) {
            receive(
                    9,
                    new Ping(sender(9), 1, 1, 0, List.of(update(Kind.FAILED, 1, i), update(Kind.FAILED, 1, 1 << 29))));
        }
        meet(2);
        for (int i = 0; i < 1_000; i++) {
            receive(2, new Ping(sender(2), 1, 1, 0, List.of(update(Kind.FAILED, 1, 1 << 29))));
        }
        assertThat(((Ack) last().packet()).sender().incarnation()).isEqualTo(1);
    }

    @Test
    void shouldNotBelieveAStrangersNewsByMulticast() throws DecodeException {
        receive(3, new News(sender(3), List.of(update(Kind.ALIVE, 4, 0))));
        assertThat(membership.view().others()).isEmpty();
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
        byte[] ping = wire(new Ping(sender(2), 1, 1, 0, List.of(update(Kind.ALIVE, 3, 0))));
        byte[] cut = Arrays.copyOf(ping, ping.length - 1);
        assertThatThrownBy(() -> membership.onDatagram(address(2), Cast.UNICAST, cut, now, recorder))
                .isInstanceOf(DecodeException.class);
        assertThat(membership.view().others()).isEmpty();
        assertThat(sent()).isEmpty();
    }

    @Test
    void shouldContradictItsOwnFailure() throws DecodeException {
        meet(2);
        receive(2, new Ping(sender(2), 1, 1, 0, List.of(update(Kind.FAILED, 1, 4))));
        Ack ack = (Ack) last().packet();
        assertThat(ack.sender().incarnation()).isEqualTo(5);
        assertThat(ack.updates()).contains(update(Kind.ALIVE, 1, 5));
    }

    /** Whoever holds it for failed, after a partition, is no member of its view. */
    @Test
    void shouldContradictToAStrangerToo() throws DecodeException {
        receive(2, new Ping(sender(2), 1, 1, 0, List.of(update(Kind.FAILED, 1, 0))));
        assertThat(last().packet().sender().incarnation()).isEqualTo(1);
    }

    @Test
    void shouldNotLetAForgedLeaveRemoveAMember() throws DecodeException {
        meet(2);
        membership.onDatagram(address(7), Cast.UNICAST, wire(new Leave(sender(2))), now, recorder);
        assertThat(membership.view().find(2)).isNotNull();
        receive(2, new Leave(sender(2)));
        assertThat(membership.view().find(2)).isNull();
        assertThat(changes).containsExactly("up 2", "LEFT 2");
    }

    @Test
    void shouldNotLetALateDatagramBringBackWhoLeft() throws DecodeException {
        meet(2);
        receive(2, new Leave(sender(2)));
        receive(2, ping(2));
        meet(3);
        receive(3, new Ping(sender(3), 1, 1, 0, List.of(update(Kind.ALIVE, 2, 0))));
        assertThat(membership.view().find(2)).isNull();
    }

    @Test
    void shouldNotLetAForgedJoinTakeTheAddressOfAMember() throws DecodeException {
        meet(2);
        membership.onDatagram(
                address(2), Cast.MULTICAST, wire(new Join(sender(50), 1, 0, true, List.of())), now, recorder);
        assertThat(membership.view().others()).extracting(GroupMember::id).containsExactly(2L);
        assertThat(changes).containsExactly("up 2");
    }

    @Test
    void shouldReplaceAMemberByWhoAnswersAtItsAddress() throws DecodeException {
        meet(2);
        meet(3);
        MemberUpdate restarted = new MemberUpdate(Kind.ALIVE, 50, 0, Role.PEER, address(2));
        receive(3, new Ping(sender(3), 1, 1, 0, List.of(restarted)));
        assertThat(changes).containsExactly("up 2", "up 3");
        Ping asked = nextPingTo(2, 50);
        membership.onDatagram(
                address(2), Cast.UNICAST, wire(new Ack(sender(50), asked.nonce(), 0, List.of())), now, recorder);
        assertThat(changes).containsExactly("up 2", "up 3", "RESTARTED 2", "up 50");
        assertThat(recorder.events())
                .anySatisfy(event -> assertThat(event)
                        .isInstanceOfSatisfying(
                                SessionEvent.MemberFailed.class,
                                failed -> assertThat(failed.cause()).isEqualTo(EventCause.CAME_AGAIN)));
    }

    @Test
    void shouldKeepMembersThatAnsweredThroughAFloodOfForgedJoins() throws DecodeException {
        for (int id = 2; id < 7; id++) {
            meet(id);
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
            membership.onDatagram(
                    address(host), Cast.MULTICAST, wire(new Join(sender(id), 1, 0, true, List.of())), now, recorder);
            MemberUpdate forged = new MemberUpdate(
                    KINDS.get(random.nextInt(4)), random.nextLong() | 1 << 20, 0, Role.PEER, address(host));
            receive(2, new Ping(sender(2), 1, 1, 0, List.of(forged)));
            recorder.clear();
            if (i % 1_000 == 0) {
                assertThat(membership.records()).isLessThanOrEqualTo(bound);
            }
        }
        assertThat(membership.view().others())
                .as("what a member tells counts, forged joins do not")
                .hasSize(8);
        for (long id = 2; id < 7; id++) {
            assertThat(membership.view().find(id)).as("member %d", id).isNotNull();
        }
    }

    @Test
    void shouldRelayPingsForMembersOnly() throws DecodeException {
        receive(4, new PingRequest(sender(4), 1, 77, address(77)));
        assertThat(sent()).isEmpty();
        meet(2);
        recorder.clear();
        receive(2, new PingRequest(sender(2), 1, 77, address(77)));
        assertThat(last().to()).isEqualTo(address(77));
        assertThat(last().bytes()).isLessThanOrEqualTo(wire(new PingRequest(sender(2), 1, 77, address(77))).length);
    }

    /** Else one member could make the others useless to one another. */
    @Test
    void shouldRelayForOthersWhateverOneMemberAsks() throws DecodeException {
        meet(2);
        meet(3);
        receive(3, new PingRequest(sender(3), 1, 77, address(77)));
        Ping relayed = (Ping) last().packet();
        for (int i = 0; i < 1_000; i++) {
            receive(2, new PingRequest(sender(2), i, 78, address(78)));
        }
        receive(77, new Ack(sender(77), relayed.nonce(), 0, List.of()));
        IndirectAck answer = (IndirectAck) last().packet();
        assertThat(last().to()).isEqualTo(address(3));
        assertThat(answer.alive()).isTrue();
    }

    @Test
    void shouldSaySoWhenAPingForAnotherIsNotAnswered() throws DecodeException {
        meet(2);
        receive(2, new PingRequest(sender(2), 4, 77, address(77)));
        recorder.clear();
        nextPeriod();
        assertThat(sent())
                .filteredOn(sent -> sent.packet() instanceof IndirectAck)
                .singleElement()
                .satisfies(sent ->
                        assertThat(((IndirectAck) sent.packet()).alive()).isFalse());
    }

    @Test
    void shouldMeasureRoundTrips() throws DecodeException {
        meet(2);
        assertThat(membership.view().roundTripNanos(2)).isNegative();
        recorder.clear();
        while (sent().stream().noneMatch(sent -> sent.packet() instanceof Ping)) {
            now = membership.nextDeadlineNanos();
            membership.onDeadline(now, recorder);
        }
        long nonce = ((Ping) last().packet()).nonce();
        now += 7_000_000;
        receive(2, new Ack(sender(2), nonce, 0, List.of()));
        assertThat(membership.view().roundTripNanos(2)).isEqualTo(7_000_000);
        membership.onRoundTrip(2, 15_000_000);
        assertThat(membership.view().roundTripNanos(2)).isEqualTo(8_000_000);
    }

    @Test
    void shouldSayAtOnceWhereAMemberHasProvedToBe() throws DecodeException {
        meet(2);
        recorder.clear();
        proofs.clear();
        membership.challenge(2, address(2), now, recorder);
        assertThat(proofs).hasSize(1).first().asString().startsWith("2 at ");
        assertThat(sent()).isEmpty();
        membership.challenge(2, address(3), now, recorder);
        assertThat(proofs).hasSize(1);
    }

    @Test
    void shouldAnswerFewJoinsPerInterval() throws DecodeException {
        joinAlone();
        for (int i = 0; i < 1_000; i++) {
            receive(2, new Join(sender(2), i, 0, true, List.of()));
        }
        assertThat(sent()).filteredOn(sent -> sent.packet() instanceof Welcome).hasSizeLessThanOrEqualTo(24);
    }

    @Test
    void shouldDoNothingAfterItLeft() throws DecodeException {
        meet(2);
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

                    @Override
                    public void onProved(long memberId, InetSocketAddress at, long nowNanos, Actions actions) {
                        proofs.add(memberId + " at " + at.getPort());
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

    /** A host asks who is there, and shows the cookie that it gets. */
    private void meet(int host) throws DecodeException {
        receive(host, new Ping(sender(host), 98, 1, cookieFor(host), List.of()));
    }

    private long cookieFor(int host) throws DecodeException {
        receive(host, ping(host));
        return ((Ack) last().packet()).cookie();
    }

    private void receive(int host, MembershipPacket packet) throws DecodeException {
        boolean toGroup = packet instanceof Join join ? join.toGroup() : packet instanceof News;
        Cast cast = toGroup ? Cast.MULTICAST : Cast.UNICAST;
        membership.onDatagram(address(host), cast, wire(packet), now, recorder);
    }

    private static Ping ping(long from) {
        return new Ping(sender(from), 99, 1, 0, List.of());
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
                throw new AssertionError("the member sent what it cannot read itself", e);
            }
        }
    }
}
