package org.rmcast.core.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.peers.Peers;
import org.rmcast.core.testing.RecordingActions;

/** Who is there, and how two members prove their addresses to each other. */
class PresenceTest {
    private static final long MS = 1_000_000L;
    private static final int WELCOME_BYTES = 48;
    private static final int HELLO_BYTES = 49;

    private final Side sender = new Side(1, Role.SENDER);
    private final Side receiver = new Side(2, Role.RECEIVER);

    /** A packet on its way. */
    private record Packet(String type, long target, long first, long second, boolean met) {}

    /** A member, and what it has sent. */
    private static final class Side implements PresenceListener, AddressProof.Output {
        final long id;
        final Role role;
        final InetSocketAddress address;
        final RecordingActions actions = new RecordingActions();
        final List<Packet> sent = new ArrayList<>();
        final List<String> gone = new ArrayList<>();
        final Presence presence;
        final AddressProof proof;

        Side(long id, Role role) {
            this.id = id;
            this.role = role;
            this.address = at((int) id);
            EngineContext context = new EngineContext(1, id, role, address, address, 1, new SplittableRandom(id));
            presence = new Presence(context, new PresenceConfig(3, 1_000 * MS, 6, 1_400), this);
            proof = new AddressProof(context, presence, WELCOME_BYTES, this);
        }

        void hear(Side other, long nowNanos) {
            presence.heard(other.id, other.address, 100, nowNanos);
            PresentMember member = Objects.requireNonNull(
                    presence.introduce(other.id, other.address, other.role, 100 * MS, nowNanos, actions));
            proof.wanted(member, nowNanos);
        }

        void take(Packet packet, Side from, long nowNanos) {
            presence.heard(from.id, from.address, HELLO_BYTES, nowNanos);
            switch (packet.type) {
                case "hello" -> {
                    presence.introduce(from.id, from.address, from.role, 0, nowNanos, actions);
                    proof.onHello(from.id, from.address, packet.first, nowNanos, actions);
                }
                case "welcome" ->
                    proof.onWelcome(from.id, from.address, packet.first, packet.second, nowNanos, actions);
                default ->
                    proof.onProof(from.id, from.address, packet.first, packet.second, packet.met, nowNanos, actions);
            }
        }

        List<Packet> takeSent() {
            List<Packet> taken = List.copyOf(sent);
            sent.clear();
            return taken;
        }

        PresentMember find(Side other) {
            return Objects.requireNonNull(presence.find(other.id));
        }

        @Override
        public void onMet(PresentMember member, long nowNanos, Actions to) {}

        @Override
        public void onGone(PresentMember member, boolean left, Reason reason, long nowNanos, Actions to) {
            gone.add(member.id() + " " + reason.cause());
        }

        @Override
        public void hello(PresentMember target, long nonce, Actions to) {
            sent.add(new Packet("hello", target.id(), nonce, 0, false));
        }

        @Override
        public void welcome(InetSocketAddress to, long nonce, long cookie, Actions of) {
            sent.add(new Packet("welcome", 0, nonce, cookie, false));
        }

        @Override
        public void proof(PresentMember member, long shown, long given, boolean met, Actions of) {
            sent.add(new Packet("proof", member.id(), shown, given, met));
        }
    }

    private static InetSocketAddress at(int host) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) host}), 5_000);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Both hear each other, and packets go to and fro until nothing more is sent; some may be lost. */
    private void talk(int lost, long untilNanos) {
        int count = 0;
        for (long now = 0; now < untilNanos; now += 10 * MS) {
            sender.proof.onDeadline(now, sender.actions);
            receiver.proof.onDeadline(now, receiver.actions);
            boolean more = true;
            while (more) {
                more = false;
                for (Packet packet : sender.takeSent()) {
                    more = true;
                    if (++count != lost) {
                        receiver.take(packet, sender, now);
                    }
                }
                for (Packet packet : receiver.takeSent()) {
                    more = true;
                    if (++count != lost) {
                        sender.take(packet, receiver, now);
                    }
                }
            }
        }
    }

    @Test
    void shouldMeetBySomePacketsWhicheverIsLost() {
        for (int lost = 0; lost < 5; lost++) {
            PresenceTest group = new PresenceTest();
            group.sender.hear(group.receiver, 0);
            group.receiver.hear(group.sender, 0);
            group.talk(lost, 2_000 * MS);
            assertThat(group.sender.find(group.receiver).isMet())
                    .as("lost %d", lost)
                    .isTrue();
            assertThat(group.receiver.find(group.sender).isConfirmed())
                    .as("lost %d", lost)
                    .isTrue();
            assertThat(group.sender.actions.events())
                    .containsExactly(new SessionEvent.MemberJoined(2, group.receiver.address));
            assertThat(group.receiver.actions.events())
                    .containsExactly(new SessionEvent.MemberJoined(1, group.sender.address));
        }
    }

    /** Who forgot the other meets it again, though that one has not noticed. */
    @Test
    void shouldMeetAgainWhoWasForgotten() {
        sender.hear(receiver, 0);
        receiver.hear(sender, 0);
        talk(0, 500 * MS);
        sender.presence.onDeadline(1_600 * MS, sender.actions);
        assertThat(sender.presence.find(2)).isNull();
        assertThat(sender.gone).containsExactly("2 SILENT");
        assertThat(sender.actions.events().get(1)).isInstanceOf(SessionEvent.MemberFailed.class);
        sender.hear(receiver, 0);
        talk(0, 500 * MS);
        assertThat(sender.find(receiver).isMet()).isTrue();
        assertThat(receiver.actions.events()).hasSize(1);
    }

    @Test
    void shouldAnswerAStrangerWithNoMoreThanItSent() {
        sender.presence.heard(9, at(9), WELCOME_BYTES - 1, 0);
        sender.proof.onHello(9, at(9), 77, 0, sender.actions);
        assertThat(sender.sent).isEmpty();
        sender.presence.heard(9, at(9), 1, 0);
        sender.proof.onHello(9, at(9), 77, 0, sender.actions);
        assertThat(sender.sent).hasSize(1);
        sender.proof.onHello(9, at(9), 77, 0, sender.actions);
        assertThat(sender.sent).hasSize(1);
    }

    @Test
    void shouldBelieveNoCookieOfAnotherAddressAndNoOldNonce() {
        sender.hear(receiver, 0);
        receiver.hear(sender, 0);
        receiver.proof.onDeadline(100 * MS, receiver.actions);
        Packet hello = receiver.takeSent().get(0);
        receiver.proof.onWelcome(1, sender.address, hello.first + 2, 5, 0, receiver.actions);
        assertThat(receiver.sent).isEmpty();
        long elsewhere = sender.presence.peers().cookie(2, at(9), 0);
        assertThat(sender.proof.onProof(2, receiver.address, elsewhere, 0, true, 0, sender.actions))
                .isNull();
        assertThat(sender.actions.events()).isEmpty();
    }

    @Test
    void shouldHearNobodyInAnothersNameFromElsewhere() {
        sender.hear(receiver, 0);
        assertThat(sender.presence.heard(2, at(9), 100, 1)).isEqualTo(Peers.Standing.ELSEWHERE);
        assertThat(sender.presence.introduce(2, receiver.address, Role.RECEIVER, 0, 1, sender.actions))
                .isSameAs(sender.find(receiver));
    }

    @Test
    void shouldForgetSilentMembersByTheirOwnInterval() {
        sender.hear(receiver, 0);
        assertThat(sender.presence.nextDeadlineNanos()).isEqualTo(1_000 * MS);
        sender.presence.onDeadline(999 * MS, sender.actions);
        assertThat(sender.presence.count()).isEqualTo(1);
        sender.presence.introduce(2, receiver.address, Role.RECEIVER, 500 * MS, 0, sender.actions);
        sender.presence.onDeadline(1_000 * MS, sender.actions);
        assertThat(sender.presence.count()).isEqualTo(1);
        sender.presence.onDeadline(3_000 * MS, sender.actions);
        assertThat(sender.presence.count()).isZero();
        assertThat(sender.gone).containsExactly("2 " + EventCause.SILENT);
        assertThat(sender.actions.events()).isEmpty();
    }

    @Test
    void shouldHaveRoomForSoManyMembersOnly() {
        for (int host = 2; host < 6; host++) {
            sender.presence.introduce(host, at(host), Role.RECEIVER, 0, 0, sender.actions);
        }
        assertThat(sender.presence.count()).isEqualTo(3);
        assertThat(sender.presence.refused()).isEqualTo(1);
    }

    @Test
    void shouldNotForgetWhoSaidAShortIntervalBeforeItKnewHowManyThereAre() {
        sender.hear(receiver, 0);
        sender.presence.onInterval(2_000 * MS);
        sender.presence.onDeadline(sender.presence.nextDeadlineNanos(), sender.actions);
        assertThat(sender.gone).isEmpty();
        assertThat(sender.presence.nextDeadlineNanos()).isEqualTo(12_000 * MS);
        sender.presence.onDeadline(12_000 * MS, sender.actions);
        assertThat(sender.gone).hasSize(1);
    }

    @Test
    void shouldTellThatAMemberLeaves() {
        sender.hear(receiver, 0);
        receiver.hear(sender, 0);
        talk(0, 500 * MS);
        sender.presence.leave(sender.find(receiver), 0, sender.actions);
        assertThat(sender.actions.events()).endsWith(new SessionEvent.MemberLeft(2, receiver.address));
        assertThat(sender.presence.receivers()).isZero();
    }
}
