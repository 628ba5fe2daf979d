package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rmcast.api.EventCause;
import org.rmcast.api.Parameters;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.testing.RecordingActions.Sent;
import org.rmcast.wan.wire.WanPacket.PacketType;
import org.rmcast.wan.wire.WanPacket.Range;
import org.rmcast.wan.wire.WanPacket.Wants;

/** Whom a member asks for what it lacks of a sender, in which order, and when. The sender is 100 ms away, others are nearer or farther. */
class RequestsTest {
    private static final long SENDER = 1;
    private static final long NEAR = 30;
    private static final long NEXT = 40;
    private static final long MIDDLE = 45;
    private static final long FAR = 50;
    private static final long REORDERING = 2 * Parts.MILLI;

    private final RecordingActions actions = new RecordingActions();
    private WanContext context = contextOf(WanConfig.Mode.MODIFIED);
    private Departures departures = new Departures(context);
    private Requests requests = new Requests(context);
    private long now;

    private static WanContext contextOf(WanConfig.Mode mode) {
        WanContext context = Parts.context(
                Parameters.none().with("mode", mode.name().toLowerCase(Locale.ROOT)), SENDER, NEAR, NEXT, MIDDLE, FAR);
        Parts.measure(Parts.peer(context, SENDER), 100);
        Parts.measure(Parts.peer(context, NEAR), 10);
        Parts.measure(Parts.peer(context, NEXT), 30);
        Parts.measure(Parts.peer(context, MIDDLE), 60);
        Parts.measure(Parts.peer(context, FAR), 300);
        return context;
    }

    private Peer peer(long id) {
        return Parts.peer(context, id);
    }

    private Source source() {
        return peer(SENDER).in;
    }

    private void come(long link) {
        source().put(link, Parts.unit(SENDER, link), false);
    }

    /** A member knows of so many that are for this one, as it says. */
    private void know(long id, long link) {
        source().onAck(peer(id).slot, link, link, link);
        source().onReach(link);
    }

    /** The same; it is thought over whom to ask. */
    private void knowLater(long id, long link) {
        long before = source().hintBy(peer(id).slot);
        know(id, link);
        requests.onKnown(peer(id), source(), before, now);
    }

    /** Wakes it up when it wants to be, and says whom it asks. */
    private List<Long> askNext() {
        now = Math.max(now, requests.nextDeadlineNanos(departures));
        return ask();
    }

    /** Whom it asks now. */
    private List<Long> ask() {
        actions.clear();
        requests.ask(departures, now, actions);
        List<Long> asked = new ArrayList<>();
        for (long id : new long[] {SENDER, NEAR, NEXT, MIDDLE, FAR}) {
            if (actions.sent().stream().map(Sent::to).anyMatch(Parts.address(id)::equals)) {
                asked.add(id);
            }
        }
        return asked;
    }

    /** A gap shows, and the time has passed in which it could be overtaking. */
    private List<Long> askFirst() {
        ask();
        now += REORDERING;
        return ask();
    }

    @Test
    void shouldAskTheNearestThatKnowsOfIt() {
        know(FAR, 1);
        know(NEXT, 1);
        know(NEAR, 1);
        assertThat(askFirst()).containsExactly(NEAR);
        assertThat(Parts.packetsTo(NEAR, actions))
                .containsExactly(new Wants(
                        PacketType.NAK, context.members.view().stamp, 1, 1, SENDER, List.of(new Range(1, 2))));
    }

    @Test
    void shouldNotAskANearerOneThatDoesNotKnowOfIt() {
        know(NEAR, 1);
        know(NEXT, 2);
        come(1);
        assertThat(askFirst()).containsExactly(NEXT);
    }

    @Test
    void shouldAskTheSenderWhereItIsTheNearest() {
        know(FAR, 1);
        assertThat(askFirst()).containsExactly(SENDER);
    }

    @Test
    void shouldAskTheSenderWhereNobodyElseKnowsOfIt() {
        come(2);
        assertThat(askFirst()).containsExactly(SENDER);
    }

    /** Paper: delta (1 + epsilon) / (1 - epsilon). What is lost on the way makes a member far. */
    @Test
    void shouldAskOneThatIsFartherWhereTheWayToTheNearestIsLossy() {
        know(NEAR, 1);
        know(NEXT, 1);
        Path lossy = peer(NEAR).path;
        lossy.onProbe(0, 0);
        for (int number = 8; number < 400; number += 8) {
            lossy.onProbe(number, 0);
        }
        double loss = lossy.lossHere();
        assertThat(10 * (1 + loss) / (1 - loss)).isGreaterThan(30);
        assertThat(askFirst()).containsExactly(NEXT);
    }

    @Test
    void shouldWaitForWhatWasOnlyOvertaken() {
        come(2);
        assertThat(ask()).isEmpty();
        now = REORDERING - 1;
        assertThat(ask()).isEmpty();
        come(1);
        now = REORDERING;
        assertThat(ask()).isEmpty();
        assertThat(requests.nextDeadlineNanos(departures)).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldAskTheNextBestAfterTheTimeOutAndThenTheSender() {
        know(NEAR, 1);
        know(NEXT, 1);
        assertThat(askFirst()).containsExactly(NEAR);
        long timeout = peer(NEAR).roundTrip().timeoutNanos();
        now += timeout - 1;
        assertThat(ask()).isEmpty();
        now++;
        assertThat(ask()).containsExactly(NEXT);
        assertThat(askNext()).containsExactly(SENDER);
    }

    /** A far one's word may come first: the nearer one's answer is sooner than what was asked for. */
    @Test
    void shouldAskANearerOneTooWhichIsFoundToKnowOfIt() {
        know(MIDDLE, 1);
        assertThat(askFirst()).containsExactly(MIDDLE);
        now += 10 * Parts.MILLI;
        knowLater(NEAR, 1);
        assertThat(requests.nextDeadlineNanos(departures)).isEqualTo(now);
        assertThat(ask()).containsExactly(NEAR);
        knowLater(NEXT, 1);
        assertThat(ask()).as("it is not nearer than the last one").isEmpty();
    }

    @Test
    void shouldNotAskANearerOneTooWhoseAnswerWouldBeHardlySooner() {
        know(MIDDLE, 1);
        askFirst();
        now += 45 * Parts.MILLI;
        knowLater(NEAR, 1);
        assertThat(ask()).isEmpty();
    }

    /** Nobody is asked again by what it had told before. */
    @Test
    void shouldNotAskOneTooThatWasAsked() {
        know(MIDDLE, 2);
        know(NEAR, 1);
        assertThat(askFirst()).containsExactly(NEAR, MIDDLE);
        now++;
        knowLater(NEAR, 2);
        assertThat(ask()).containsExactly(NEAR);
        assertThat(Parts.packetsTo(NEAR, actions))
                .singleElement()
                .isInstanceOfSatisfying(
                        Wants.class, wants -> assertThat(wants.ranges()).containsExactly(new Range(2, 3)));
        knowLater(NEAR, 2);
        assertThat(ask()).isEmpty();
    }

    /** Others are tried twice in a row, though more of them know of it. */
    @Test
    void shouldAskTheSenderEachThirdTime() {
        know(NEAR, 1);
        know(NEXT, 1);
        know(MIDDLE, 1);
        assertThat(askFirst()).containsExactly(NEAR);
        assertThat(askNext()).containsExactly(NEXT);
        assertThat(askNext()).containsExactly(SENDER);
        assertThat(askNext()).containsExactly(NEAR);
    }

    @Test
    void shouldGoOnAskingUntilItComes() {
        know(NEAR, 1);
        askFirst();
        for (int i = 0; i < 20; i++) {
            assertThat(askNext()).hasSize(1);
        }
        come(1);
        now += 100 * Parts.SECOND;
        assertThat(ask()).isEmpty();
        assertThat(requests.nextDeadlineNanos(departures)).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    /** Nothing is sent ever faster, nor ever more seldom, than the time-out says within two doublings. */
    @Test
    void shouldDoubleTheWaitTwiceAtMost() {
        come(2);
        askFirst();
        long timeout = peer(SENDER).roundTrip().timeoutNanos();
        long before = now;
        for (int i = 0; i < 40; i++) {
            assertThat(askNext()).containsExactly(SENDER);
            assertThat(now - before).isBetween(timeout, 4 * timeout);
            before = now;
        }
        askNext();
        assertThat(now - before).isEqualTo(4 * timeout);
    }

    @Test
    void shouldAskTheNextOneAtOnceWhereOneLacksIt() {
        know(NEAR, 1);
        know(NEXT, 1);
        assertThat(askFirst()).containsExactly(NEAR);
        now++;
        requests.onLack(peer(NEAR), source(), List.of(new Range(1, 2)), now);
        assertThat(requests.nextDeadlineNanos(departures)).isEqualTo(now);
        assertThat(ask()).containsExactly(NEXT);
    }

    @Test
    void shouldAskTheSenderAtOnceWhereNobodyElseHasIt() {
        know(NEAR, 1);
        assertThat(askFirst()).containsExactly(NEAR);
        requests.onLack(peer(NEAR), source(), List.of(new Range(1, 2)), now);
        assertThat(ask()).containsExactly(SENDER);
    }

    /** The number of the request that was sent last. */
    private int requested() {
        return ((Wants) Parts.packets(actions).get(0)).request();
    }

    /** Either the request or the answer was lost. The time-out is far off. */
    @Test
    void shouldAskAgainWhereALaterRequestIsAnswered() {
        come(2);
        assertThat(askFirst()).containsExactly(SENDER);
        now += 30 * Parts.MILLI;
        come(4);
        assertThat(askFirst()).containsExactly(SENDER);
        int later = requested();
        now += 10 * Parts.MILLI;
        assertThat(ask()).isEmpty();
        requests.onAnswer(peer(SENDER), later, departures, now);
        come(3);
        assertThat(requests.nextDeadlineNanos(departures)).isEqualTo(now);
        assertThat(ask()).containsExactly(SENDER);
        assertThat(Parts.packets(actions))
                .singleElement()
                .isInstanceOfSatisfying(
                        Wants.class, wants -> assertThat(wants.ranges()).containsExactly(new Range(1, 2)));
        assertThat(ask()).as("once").isEmpty();
    }

    /** What was asked for shortly before may be overtaken by the answer. */
    @Test
    void shouldNotAskAgainForWhatWasAskedForAtTheSameTime() {
        come(2);
        assertThat(askFirst()).containsExactly(SENDER);
        now += 10 * Parts.MILLI;
        come(4);
        assertThat(askFirst()).containsExactly(SENDER);
        requests.onAnswer(peer(SENDER), requested(), departures, now);
        assertThat(ask()).isEmpty();
    }

    /** Others' answers say nothing of the request. */
    @Test
    void shouldNotAskAgainWhereAnotherMemberHasAnswered() {
        know(NEAR, 1);
        come(2);
        assertThat(askFirst()).containsExactly(NEAR);
        know(NEXT, 9);
        now++;
        ask();
        now += REORDERING;
        come(3);
        now += 8 * Parts.MILLI;
        ask();
        int other = requested();
        assertThat(peer(NEXT).path.onAnswer(other, now)).isTrue();
        assertThat(ask()).isEmpty();
    }

    @Test
    void shouldMoveOnOnlyForWhatIsLacked() {
        know(NEAR, 3);
        know(NEXT, 3);
        assertThat(askFirst()).containsExactly(NEAR);
        requests.onLack(peer(NEAR), source(), List.of(new Range(2, 3)), now);
        assertThat(ask()).containsExactly(NEXT);
        assertThat(Parts.packets(actions))
                .singleElement()
                .isInstanceOfSatisfying(
                        Wants.class, wants -> assertThat(wants.ranges()).containsExactly(new Range(2, 3)));
    }

    @Test
    void shouldAskForSeveralGapsInOnePacket() {
        come(3);
        come(6);
        assertThat(askFirst()).containsExactly(SENDER);
        assertThat(Parts.packets(actions))
                .containsExactly(new Wants(
                        PacketType.NAK,
                        context.members.view().stamp,
                        1,
                        1,
                        SENDER,
                        List.of(new Range(1, 3), new Range(4, 6))));
    }

    @Test
    void shouldAskEachForWhatItKnowsOf() {
        know(NEAR, 1);
        know(NEXT, 3);
        come(2);
        assertThat(askFirst()).containsExactly(NEAR, NEXT);
        assertThat(Parts.packetsTo(NEAR, actions))
                .singleElement()
                .isInstanceOfSatisfying(
                        Wants.class, wants -> assertThat(wants.ranges()).containsExactly(new Range(1, 2)));
        assertThat(Parts.packetsTo(NEXT, actions))
                .singleElement()
                .isInstanceOfSatisfying(
                        Wants.class, wants -> assertThat(wants.ranges()).containsExactly(new Range(3, 4)));
    }

    @Test
    void shouldCutALongListOfGapsIntoPackets() {
        for (long link = 2; link <= 200; link += 2) {
            come(link);
        }
        assertThat(askFirst()).containsExactly(SENDER);
        List<Range> ranges = new ArrayList<>();
        Parts.packets(actions).forEach(packet -> ranges.addAll(((Wants) packet).ranges()));
        assertThat(actions.sent()).hasSize(2);
        assertThat(ranges).hasSize(100).startsWith(new Range(1, 2)).endsWith(new Range(199, 200));
    }

    /** Most likely nobody else has it: one after the other would take a round trip for each. */
    @Test
    void shouldAskMoreAndMoreAtOnceForWhatAGoneMemberLeft() {
        come(2);
        List<Peer> others = List.of(peer(NEAR), peer(NEXT), peer(MIDDLE), peer(FAR));
        Peer gone = peer(SENDER);
        context.members.remove(gone);
        Departure departure = new Departure(
                gone,
                context.members.view(),
                Parts.VIEW + 1,
                false,
                new Reason(EventCause.SILENT, "it did not answer"),
                others,
                now);
        departures.begin(departure);
        others.forEach(other -> departure.onFence(other.id(), 2, false));
        assertThat(ask()).containsExactly(NEAR);
        List<Range> first = List.of(new Range(1, 2));
        requests.onLack(peer(NEAR), gone.in, first, now);
        assertThat(ask()).containsExactly(NEXT, MIDDLE);
        requests.onLack(peer(NEXT), gone.in, first, now);
        assertThat(ask()).containsExactly(FAR);
        requests.onLack(peer(MIDDLE), gone.in, first, now);
        assertThat(ask()).as("it has yet to answer").isEmpty();
        assertThat(askNext()).as("it has not answered").containsExactly(FAR);
        requests.onLack(peer(FAR), gone.in, first, now);
        ask();
        assertThat(gone.in.isNextLost()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = WanConfig.Mode.class,
            names = {"BASIC", "DECENTRALISED"})
    void shouldAskTheSenderAloneWhereDestinationsDoNotRepair(WanConfig.Mode mode) {
        context = contextOf(mode);
        departures = new Departures(context);
        requests = new Requests(context);
        know(NEAR, 1);
        assertThat(askFirst()).containsExactly(SENDER);
        for (int i = 0; i < 5; i++) {
            assertThat(askNext()).containsExactly(SENDER);
        }
    }
}
