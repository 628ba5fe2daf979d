package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.wan.wire.WanPacket.Began;
import org.rmcast.wan.wire.WanPacket.Link;

/** Two parts of a group meet: this member comes with two others, and one of the other part is there. */
class BarriersTest {
    private static final long A = 30;
    private static final long B = 40;
    private static final long OTHER = 50;
    private static final long COMMON = Parts.VIEW;
    private static final long BEFORE = Parts.VIEW - 1;

    private final WanContext context = Parts.context(A, B, OTHER);
    private final Peer a = Parts.peer(context, A);
    private final Peer b = Parts.peer(context, B);
    private final Peer other = Parts.peer(context, OTHER);
    private final Departures departures = new Departures(context);
    private final Barriers barriers = new Barriers(context, departures);
    private final Acks acks = new Acks(context, new Routes(context));
    private final Delivery delivery = new Delivery(context, departures, barriers, acks);
    private final Links links =
            new Links(context, new OwnStream(context, departures, new Routes(context)), new Outbound(context, acks));
    private final RecordingActions actions = new RecordingActions();

    private void meet() {
        barriers.begin(COMMON, List.of(a, b), 0);
    }

    private void come(Peer from, long link, long view) {
        from.in.put(link, Parts.unit(from.id(), link, view, Members.SELF), false);
    }

    /** What the application is given now: who sent it, and its number. */
    private List<String> deliver() {
        actions.delivered().clear();
        delivery.deliver(0, actions);
        List<String> given = new ArrayList<>();
        actions.delivered().forEach(message -> given.add(message.sourceId() + "." + message.sequence()));
        return given;
    }

    @Test
    void shouldHoldBackNothingWhereNoPartsHaveMet() {
        come(other, 1, COMMON);
        assertThat(deliver()).containsExactly("50.0");
    }

    @Test
    void shouldHoldBackWhatIsSentInTheCommonViewUntilAllBeforeItWasTaken() {
        meet();
        come(other, 1, COMMON);
        barriers.onBegan(a, List.of(new Began(COMMON, 3)));
        barriers.onBegan(b, List.of(new Began(COMMON, 1)));
        come(a, 1, BEFORE);
        assertThat(deliver()).containsExactly("30.0");
        come(a, 2, BEFORE);
        assertThat(deliver()).containsExactly("30.1", "50.0");
    }

    @Test
    void shouldHoldBackWhatMembersOfItsOwnPartSendInTheCommonView() {
        meet();
        barriers.onBegan(a, List.of(new Began(COMMON, 2)));
        barriers.onBegan(b, List.of(new Began(COMMON, 2)));
        come(a, 1, BEFORE);
        come(a, 2, COMMON);
        assertThat(deliver()).containsExactly("30.0");
        come(b, 1, BEFORE);
        assertThat(deliver()).containsExactly("40.0", "30.1");
    }

    /** A unit that is sent again names the view in which that is. */
    @Test
    void shouldGiveWhatWasSentBeforeThoughItComesInTheCommonView() {
        meet();
        barriers.onBegan(a, List.of(new Began(COMMON, 2)));
        come(a, 1, COMMON);
        assertThat(deliver()).containsExactly("30.0");
    }

    @Test
    void shouldGiveWhatWasSentInAViewBefore() {
        meet();
        come(other, 1, BEFORE);
        assertThat(deliver()).containsExactly("50.0");
    }

    @Test
    void shouldWaitUntilAllHaveSaidWhereTheViewBegan() {
        meet();
        come(other, 1, COMMON);
        barriers.onBegan(a, List.of(new Began(COMMON, 1)));
        assertThat(deliver()).isEmpty();
        barriers.onBegan(b, List.of(new Began(COMMON, 1)));
        assertThat(deliver()).containsExactly("50.0");
    }

    /** The first word counts: a link that begins anew would say something else. */
    @Test
    void shouldTakeTheFirstWord() {
        meet();
        come(other, 1, COMMON);
        barriers.onBegan(a, List.of(new Began(COMMON, 2)));
        barriers.onBegan(b, List.of(new Began(COMMON, 1)));
        barriers.onBegan(a, List.of(new Began(COMMON, 1)));
        assertThat(deliver()).isEmpty();
    }

    @Test
    void shouldNotTakeTheWordOfAnotherView() {
        meet();
        come(other, 1, COMMON);
        barriers.onBegan(a, List.of(new Began(BEFORE, 1)));
        barriers.onBegan(b, List.of(new Began(COMMON, 1)));
        assertThat(deliver()).isEmpty();
    }

    /** A member names the latest views: before these nothing is on its way. */
    @Test
    void shouldNotWaitForViewsThatAMemberDoesNotNameAnyMore() {
        meet();
        come(other, 1, COMMON);
        barriers.onBegan(a, List.of(new Began(COMMON + 1, 5)));
        barriers.onBegan(b, List.of(new Began(COMMON + 2, 9)));
        assertThat(deliver()).containsExactly("50.0");
    }

    @Test
    void shouldWaitForEachViewByItself() {
        meet();
        barriers.begin(COMMON + 2, List.of(a, b, other), 0);
        List<Began> began = List.of(new Began(COMMON, 1), new Began(COMMON + 2, 2));
        barriers.onBegan(a, began);
        barriers.onBegan(b, began);
        barriers.onBegan(other, List.of(new Began(COMMON + 2, 2)));
        come(other, 1, COMMON + 1);
        come(other, 2, COMMON + 2);
        assertThat(deliver()).containsExactly("50.0");
        come(a, 1, COMMON);
        come(b, 1, COMMON);
        assertThat(deliver()).containsExactly("30.0", "40.0", "50.1");
    }

    @Test
    void shouldNotWaitForAMemberThatIsGoneAndSettled() {
        meet();
        come(other, 1, COMMON);
        barriers.onBegan(b, List.of(new Began(COMMON, 1)));
        context.members.remove(a);
        assertThat(deliver()).containsExactly("50.0");
    }

    @Test
    void shouldWaitForAMemberThatIsGoneUntilItIsSettled() {
        meet();
        come(other, 1, COMMON);
        barriers.onBegan(a, List.of(new Began(COMMON, 2)));
        barriers.onBegan(b, List.of(new Began(COMMON, 1)));
        context.members.remove(a);
        Departure departure = new Departure(
                a,
                context.members.view(),
                COMMON + 1,
                false,
                new Reason(EventCause.SILENT, "it did not answer"),
                List.of(b),
                0);
        departures.begin(departure);
        assertThat(deliver()).isEmpty();
        departure.settle();
        assertThat(deliver()).containsExactly("50.0");
    }

    @Test
    void shouldAskThoseThatHaveNotSaidWhereTheViewBegan() {
        meet();
        barriers.onBegan(a, List.of(new Began(COMMON, 1)));
        long asked = barriers.nextDeadlineNanos();
        assertThat(asked).isPositive();
        barriers.onDeadline(links, asked - 1, actions);
        assertThat(actions.sent()).isEmpty();
        barriers.onDeadline(links, asked, actions);
        assertThat(Parts.packetsTo(A, actions)).isEmpty();
        assertThat(Parts.packetsTo(B, actions))
                .singleElement()
                .isInstanceOfSatisfying(
                        Link.class, link -> assertThat(link.asks()).isTrue());
        actions.clear();
        long askedAgain = asked + b.roundTrip().timeoutNanos();
        assertThat(barriers.nextDeadlineNanos()).isEqualTo(askedAgain);
        barriers.onDeadline(links, askedAgain, actions);
        assertThat(actions.sent()).hasSize(1);
    }

    @Test
    void shouldAskAMemberOnceThoughItIsWaitedForInTwoViews() {
        meet();
        barriers.begin(COMMON + 1, List.of(a), 0);
        barriers.onDeadline(links, barriers.nextDeadlineNanos(), actions);
        assertThat(Parts.packetsTo(A, actions)).hasSize(1);
    }

    @Test
    void shouldAskNobodyWhereAllIsKnown() {
        meet();
        barriers.onBegan(a, List.of(new Began(COMMON, 9)));
        context.members.remove(b);
        barriers.onDeadline(links, barriers.nextDeadlineNanos(), actions);
        assertThat(actions.sent()).isEmpty();
        assertThat(barriers.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }
}
