package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent.SenderLost;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.wan.wire.WanPacket;
import org.rmcast.wan.wire.WanPacket.Fence;
import org.rmcast.wan.wire.WanPacket.PacketType;
import org.rmcast.wan.wire.WanPacket.Range;
import org.rmcast.wan.wire.WanPacket.Wants;

/** One member fails, two others go on with this one: what these ask one another, what is completed, what is lost, when it is settled. */
class DeparturesTest {
    private static final long GONE = 1;
    private static final long A = 30;
    private static final long B = 40;

    private final WanContext context = Parts.context(GONE, A, B);
    private final Peer gone = Parts.peer(context, GONE);
    private final Peer a = Parts.peer(context, A);
    private final Peer b = Parts.peer(context, B);
    private final Departures departures = new Departures(context);
    private final Requests requests = new Requests(context);
    private final Delivery delivery = new Delivery(
            context, departures, new Barriers(context, departures), new Acks(context, new Routes(context)));
    private final RecordingActions actions = new RecordingActions();
    private final List<Long> settled = new ArrayList<>();
    private long now;

    /** A member did not answer, and is not in a view any more. */
    private Departure silent(Peer member, long since, Peer... survivors) {
        return new Departure(
                member,
                context.members.view(),
                since,
                false,
                new Reason(EventCause.SILENT, "it did not answer"),
                List.of(survivors),
                now);
    }

    /** The member fails, after the application was told that it had joined. */
    private void fail() {
        gone.reported = true;
        context.members.remove(gone);
        departures.begin(silent(gone, Parts.VIEW + 1, a, b));
        context.members.install(Parts.view(Parts.VIEW + 1, Parts.SELF, A, B));
    }

    /** What an engine does with each wake-up, in its order. */
    private void wakeUp() {
        delivery.deliver(now, actions);
        departures.onDeadline(departure -> settled.add(departure.gone.id()), now, actions);
        delivery.deliver(now, actions);
        requests.ask(departures, now, actions);
    }

    /** It had been asked in vain, and would have been asked again after long: that is no reason to wait for the others. */
    @Test
    void shouldAskTheOthersAtOnceForWhatItWasAskedForInVain() {
        come(2);
        for (int i = 0; i < 20; i++) {
            wakeUp();
            now = requests.nextDeadlineNanos(departures);
        }
        wakeUp();
        now++;
        assertThat(requests.nextDeadlineNanos(departures)).isGreaterThan(now + 100 * Parts.MILLI);
        fail();
        wakeUp();
        actions.clear();
        say(a, 2, false, false);
        say(b, 0, false, false);
        now += context.config.requestTimeoutMinNanos * 4;
        wakeUp();
        assertThat(Parts.packetsTo(A, actions))
                .filteredOn(Wants.class::isInstance)
                .hasSize(1);
    }

    private void come(long... links) {
        for (long link : links) {
            gone.in.put(link, Parts.unit(GONE, link), false);
        }
    }

    private void say(Peer from, long reach, boolean asks, boolean isSettled) {
        departures.onFence(
                from, new Fence(context.members.view().stamp, GONE, Parts.VIEW + 1, reach, asks, isSettled), actions);
    }

    private void lack(Peer from, long link) {
        requests.onLack(from, gone.in, List.of(new Range(link, link + 1)), now);
    }

    private List<Fence> fencesTo(long member) {
        return Parts.packetsTo(member, actions).stream()
                .filter(packet -> packet instanceof Fence)
                .map(packet -> (Fence) packet)
                .toList();
    }

    /** The links that a member was asked for. */
    private List<Range> askedOf(long member) {
        List<Range> ranges = new ArrayList<>();
        for (WanPacket packet : Parts.packetsTo(member, actions)) {
            if (packet instanceof Wants wants && wants.type() == PacketType.NAK && wants.sourceId() == GONE) {
                ranges.addAll(wants.ranges());
            }
        }
        return ranges;
    }

    private List<Long> given() {
        return actions.delivered().stream().map(ReceivedMessage::sequence).toList();
    }

    @Test
    void shouldAskAllThatGoOnUpToWhereTheyKnow() {
        gone.in.put(1, Parts.unit(GONE, 1, Parts.VIEW, Members.SELF | a.bit()), false);
        fail();
        wakeUp();
        WanPacket toA = new Fence(context.members.view().stamp, GONE, Parts.VIEW + 1, 1, true, false);
        WanPacket toB = new Fence(context.members.view().stamp, GONE, Parts.VIEW + 1, 0, true, false);
        assertThat(Parts.packetsTo(A, actions)).containsExactly(toA);
        assertThat(Parts.packetsTo(B, actions)).containsExactly(toB);
    }

    @Test
    void shouldAskThoseAgainThatHaveNotAnswered() {
        fail();
        wakeUp();
        actions.clear();
        say(a, 0, false, true);
        long askedAgain = departures.nextDeadlineNanos();
        assertThat(askedAgain).isEqualTo(b.roundTrip().timeoutNanos());
        now = askedAgain - 1;
        wakeUp();
        assertThat(actions.sent()).isEmpty();
        now = askedAgain;
        wakeUp();
        assertThat(fencesTo(A)).isEmpty();
        assertThat(fencesTo(B)).hasSize(1);
    }

    @Test
    void shouldAnswerWhatItKnows() {
        gone.in.put(1, Parts.unit(GONE, 1, Parts.VIEW, Members.SELF | a.bit()), false);
        fail();
        say(a, 0, true, false);
        assertThat(fencesTo(A))
                .containsExactly(new Fence(context.members.view().stamp, GONE, Parts.VIEW + 1, 1, false, false));
        wakeUp();
        say(b, 0, false, false);
        wakeUp();
        actions.clear();
        say(a, 0, true, false);
        assertThat(fencesTo(A))
                .containsExactly(new Fence(context.members.view().stamp, GONE, Parts.VIEW + 1, 1, false, true));
    }

    /** Who never had it gone, or has forgotten it, wants nothing of it any more. */
    @Test
    void shouldSayThatNothingIsWantedOfOneThatItDoesNotMiss() {
        departures.onFence(a, new Fence(context.members.view().stamp, 77, Parts.VIEW + 1, 5, true, false), actions);
        assertThat(fencesTo(A))
                .containsExactly(new Fence(context.members.view().stamp, 77, Parts.VIEW + 1, 0, false, true));
    }

    @Test
    void shouldNotAnswerAnAnswer() {
        fail();
        say(a, 0, false, false);
        assertThat(actions.sent()).isEmpty();
    }

    @Test
    void shouldSettleWhenAllHaveSpokenAndAllWasGiven() {
        come(1, 2);
        fail();
        actions.room(1);
        say(a, 2, false, false);
        wakeUp();
        say(b, 0, false, false);
        wakeUp();
        assertThat(settled).as("it was not given yet").isEmpty();
        actions.room(1);
        wakeUp();
        assertThat(given()).containsExactly(0L, 1L);
        assertThat(settled).containsExactly(GONE);
    }

    @Test
    void shouldNotSettleBeforeAllHaveSpoken() {
        come(1, 2);
        fail();
        say(a, 2, false, false);
        wakeUp();
        assertThat(given()).containsExactly(0L, 1L);
        assertThat(settled).isEmpty();
        say(b, 0, false, false);
        wakeUp();
        assertThat(settled).containsExactly(GONE);
    }

    @Test
    void shouldTellOnceThatItIsSettled() {
        fail();
        say(a, 0, false, false);
        say(b, 0, false, false);
        for (int i = 0; i < 5; i++) {
            wakeUp();
            now += Parts.SECOND;
        }
        assertThat(settled).containsExactly(GONE);
        assertThat(departures.areSettled()).isTrue();
    }

    /** The others learn by it that they need not keep anything for this member. */
    @Test
    void shouldTellTheOthersThatItIsSettledUntilTheyAreToo() {
        fail();
        wakeUp();
        actions.clear();
        say(a, 0, false, false);
        say(b, 0, false, false);
        wakeUp();
        assertThat(fencesTo(A)).singleElement().extracting(Fence::settled).isEqualTo(true);
        say(a, 0, false, true);
        assertThat(departures.all()).hasSize(1);
        say(b, 0, false, true);
        wakeUp();
        assertThat(departures.all()).isEmpty();
        assertThat(departures.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldForgetItAfterAMinuteThoughOthersDoNotSettle() {
        fail();
        say(a, 0, false, false);
        say(b, 0, false, false);
        wakeUp();
        now = 60 * Parts.SECOND;
        wakeUp();
        assertThat(departures.all()).hasSize(1);
        now++;
        wakeUp();
        assertThat(departures.all()).isEmpty();
    }

    @Test
    void shouldNotForgetItAfterAMinuteWhereItIsNotSettled() {
        fail();
        say(a, 0, false, false);
        now = 61 * Parts.SECOND;
        wakeUp();
        assertThat(departures.all()).hasSize(1);
    }

    @Test
    void shouldCompleteWhatAnotherOneHas() {
        come(1, 2);
        fail();
        say(a, 4, false, false);
        say(b, 0, false, false);
        wakeUp();
        assertThat(settled).isEmpty();
        assertThat(askedOf(A)).containsExactly(new Range(3, 5));
        assertThat(askedOf(B)).isEmpty();
        come(3, 4);
        wakeUp();
        assertThat(given()).containsExactly(0L, 1L, 2L, 3L);
        assertThat(settled).containsExactly(GONE);
        assertThat(actions.events()).isEmpty();
    }

    @Test
    void shouldAskTheNextOneWhereOneLacksIt() {
        fail();
        say(a, 1, false, false);
        say(b, 1, false, false);
        wakeUp();
        assertThat(askedOf(A)).hasSize(1);
        assertThat(askedOf(B)).isEmpty();
        lack(a, 1);
        wakeUp();
        assertThat(askedOf(A)).hasSize(1);
        assertThat(askedOf(B)).containsExactly(new Range(1, 2));
    }

    /** What comes after it is not given, and the loss is told once. */
    @Test
    void shouldEndTheStreamWhereNobodyHasAMessage() {
        come(1, 3);
        fail();
        say(a, 3, false, false);
        say(b, 0, false, false);
        wakeUp();
        lack(a, 2);
        wakeUp();
        now += Parts.SECOND;
        wakeUp();
        assertThat(given()).containsExactly(0L);
        assertThat(actions.events()).singleElement().isInstanceOfSatisfying(SenderLost.class, lost -> {
            assertThat(lost.sourceId()).isEqualTo(GONE);
            assertThat(lost.cause()).isEqualTo(EventCause.NOT_HELD);
        });
        assertThat(settled).containsExactly(GONE);
    }

    /** Somebody who was not heard yet may have it. */
    @Test
    void shouldHoldNothingForLostBeforeAllHaveSpoken() {
        come(1, 3);
        fail();
        say(a, 3, false, false);
        wakeUp();
        lack(a, 2);
        wakeUp();
        assertThat(actions.events()).isEmpty();
        say(b, 3, false, false);
        now += Parts.SECOND;
        wakeUp();
        assertThat(askedOf(B)).containsExactly(new Range(2, 3));
    }

    @Test
    void shouldNotWaitForOneThatIsGoneToo() {
        fail();
        say(a, 0, false, false);
        context.members.remove(b);
        departures.onGone(b);
        wakeUp();
        assertThat(settled).containsExactly(GONE);
    }

    @Test
    void shouldExpectNothingOfOneThatNeverSaidWhereItsStreamBegins() {
        Peer silent = Parts.add(context, 50);
        context.members.remove(silent);
        departures.begin(silent(silent, Parts.VIEW + 1, a));
        departures.onFence(a, new Fence(context.members.view().stamp, 50, Parts.VIEW + 1, 9, false, false), actions);
        wakeUp();
        assertThat(settled).containsExactly(50L);
        assertThat(actions.events()).isEmpty();
    }

    @Test
    void shouldHoldBackWhatWasSentWithoutItUntilItIsSettled() {
        come(2);
        fail();
        HeldUnit before = Parts.unit(A, 1, Parts.VIEW, Members.SELF);
        HeldUnit after = Parts.unit(A, 2, Parts.VIEW + 1, Members.SELF);
        assertThat(departures.isAwaitedBy(a.in, before)).isFalse();
        assertThat(departures.isAwaitedBy(a.in, after)).isTrue();
        assertThat(departures.isAwaitedBy(gone.in, after)).as("of itself").isFalse();
        say(a, 0, false, false);
        say(b, 0, false, false);
        wakeUp();
        assertThat(departures.isAwaitedBy(a.in, after))
                .as("the first is missing")
                .isTrue();
        come(1);
        wakeUp();
        assertThat(departures.isAwaitedBy(a.in, after)).isFalse();
    }

    /** It came again, and is gone again, before all was settled that it had sent the first time. */
    @Test
    void shouldTellApartTheTwoTimesThatAMemberIsGone() {
        come(1, 2);
        fail();
        Peer again = Parts.add(context, GONE);
        again.in.open(10, 11);
        context.members.remove(again);
        departures.begin(silent(again, Parts.VIEW + 3, a, b));
        departures.onFence(a, new Fence(context.members.view().stamp, GONE, Parts.VIEW + 3, 15, false, false), actions);
        assertThat(gone.in.reach()).isEqualTo(2);
        assertThat(again.in.reach()).isEqualTo(15);
        assertThat(departures.unsettled(GONE, 2))
                .extracting(departure -> departure.gone)
                .isSameAs(gone);
        assertThat(departures.unsettled(GONE, 11))
                .extracting(departure -> departure.gone)
                .isSameAs(again);
        say(a, 2, false, false);
        say(b, 2, false, false);
        wakeUp();
        assertThat(settled).containsExactly(GONE);
        assertThat(departures.unsettled(GONE, 2))
                .as("nothing is missed of the first time")
                .isNull();
        assertThat(departures.unsettled(GONE))
                .extracting(departure -> departure.gone)
                .isSameAs(again);
    }
}
