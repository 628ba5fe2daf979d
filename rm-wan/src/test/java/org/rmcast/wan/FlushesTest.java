package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.FlushResult.Laggard;
import org.rmcast.api.Recipients;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.testing.RecordingActions;

/** What a flush and a close wait for, and whom they name. */
class FlushesTest {
    private static final long A = 30;
    private static final long B = 40;
    private static final long DEADLINE = 5 * Parts.SECOND;
    private static final long ID = 7;

    private final WanContext context = Parts.context(A, B);
    private final Peer a = Parts.peer(context, A);
    private final Peer b = Parts.peer(context, B);
    private final Departures departures = new Departures(context);
    private final OwnStream own = new OwnStream(context, departures, new Routes(context));
    private final Flushes flushes = new Flushes(context, own, departures);
    private final RecordingActions actions = new RecordingActions();

    @BeforeEach
    void sendTwo() {
        send();
        send();
    }

    private void send() {
        assertThat(own.send(new byte[10], false, Recipients.GROUP, 0, actions)).isTrue();
        a.out.sent();
        b.out.sent();
    }

    private void confirm(Peer peer, long received, long consumed) {
        peer.out.onAck(received, consumed);
        own.onAck(peer, 0, actions);
    }

    /** A member is gone, as an engine has it. */
    private void fail(Peer peer) {
        flushes.onGone(peer);
        leave(peer);
    }

    private void leave(Peer peer) {
        context.members.remove(peer);
        own.onGone(peer, new Reason(EventCause.SILENT, "it did not answer"), 0, actions);
    }

    private FlushResult answer(long id, long nowNanos) {
        flushes.answer(nowNanos, actions);
        FlushResult result = actions.flushed().get(id);
        if (result == null) {
            throw new AssertionError("flush " + id + " was not answered");
        }
        return result;
    }

    private FlushResult closed(long nowNanos) {
        FlushResult result = flushes.closed(nowNanos);
        if (result == null) {
            throw new AssertionError("the close was not answered");
        }
        return result;
    }

    private void assertWaits(long nowNanos) {
        flushes.answer(nowNanos, actions);
        assertThat(actions.flushed()).isEmpty();
    }

    private static Laggard laggard(long id, long behind) {
        return new Laggard(id, Parts.address(id), behind);
    }

    @Test
    void shouldWaitUntilAllHaveTakenWhatWasSent() {
        flushes.onFlush(ID, DEADLINE);
        confirm(a, 2, 2);
        confirm(b, 2, 1);
        assertWaits(0);
        confirm(b, 2, 2);
        assertThat(answer(ID, 0)).isEqualTo(FlushResult.completed());
    }

    @Test
    void shouldAnswerOnce() {
        flushes.onFlush(ID, DEADLINE);
        confirm(a, 2, 2);
        confirm(b, 2, 2);
        answer(ID, 0);
        actions.flushed().clear();
        assertWaits(DEADLINE);
        assertThat(flushes.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldNotWaitForWhatIsSentLater() {
        flushes.onFlush(ID, DEADLINE);
        send();
        confirm(a, 2, 2);
        confirm(b, 3, 2);
        assertThat(answer(ID, 0)).isEqualTo(FlushResult.completed());
    }

    @Test
    void shouldNameWhoIsBehindAtTheDeadline() {
        flushes.onFlush(ID, DEADLINE);
        confirm(a, 2, 0);
        confirm(b, 2, 1);
        assertThat(flushes.nextDeadlineNanos()).isEqualTo(DEADLINE);
        assertWaits(DEADLINE - 1);
        FlushResult result = answer(ID, DEADLINE);
        assertThat(result.complete()).isFalse();
        assertThat(result.missing()).containsExactly(laggard(A, 2), laggard(B, 1));
    }

    @Test
    void shouldNotCountWhatIsSentLaterForWhoIsBehind() {
        flushes.onFlush(ID, DEADLINE);
        send();
        confirm(a, 2, 2);
        assertThat(answer(ID, DEADLINE).missing()).containsExactly(laggard(B, 2));
    }

    @Test
    void shouldNameOneThatIsGoneAndHasNotTakenAll() {
        flushes.onFlush(ID, DEADLINE);
        confirm(a, 2, 2);
        confirm(b, 2, 1);
        fail(b);
        FlushResult result = answer(ID, 0);
        assertThat(result.complete()).isFalse();
        assertThat(result.missing()).containsExactly(laggard(B, 1));
    }

    @Test
    void shouldNotCountWhatWasSentLaterToOneThatIsGone() {
        flushes.onFlush(ID, DEADLINE);
        send();
        confirm(a, 2, 2);
        fail(b);
        assertThat(answer(ID, 0).missing()).containsExactly(laggard(B, 2));
    }

    @Test
    void shouldNotNameOneThatIsGoneAndHasTakenAll() {
        flushes.onFlush(ID, DEADLINE);
        confirm(a, 2, 2);
        confirm(b, 2, 2);
        fail(b);
        assertThat(answer(ID, 0)).isEqualTo(FlushResult.completed());
    }

    @Test
    void shouldNotWaitForOneThatLeft() {
        flushes.onFlush(ID, DEADLINE);
        confirm(a, 2, 2);
        leave(b);
        assertThat(answer(ID, 0)).isEqualTo(FlushResult.completed());
    }

    /** Whose loss no flush has told is named by the next one, and by that alone. */
    @Test
    void shouldNameOneThatWasGoneBeforeOnce() {
        fail(b);
        confirm(a, 2, 2);
        flushes.onFlush(ID, DEADLINE);
        flushes.onFlush(ID + 1, DEADLINE);
        assertThat(answer(ID, 0).missing()).containsExactly(laggard(B, 2));
        assertThat(answer(ID + 1, 0)).isEqualTo(FlushResult.completed());
    }

    @Test
    void shouldNotNameOneAgainThatAnOpenFlushHasNamed() {
        flushes.onFlush(ID, DEADLINE);
        fail(b);
        confirm(a, 2, 2);
        flushes.onFlush(ID + 1, DEADLINE);
        assertThat(answer(ID, 0).missing()).containsExactly(laggard(B, 2));
        assertThat(answer(ID + 1, 0)).isEqualTo(FlushResult.completed());
    }

    /** The application holds it for a member until it is told. */
    @Test
    void shouldWaitForOneThatIsGoneUntilThatIsTold() {
        confirm(a, 2, 2);
        confirm(b, 2, 2);
        b.reported = true;
        fail(b);
        Departure departure = new Departure(
                b,
                context.members.view(),
                Parts.VIEW + 1,
                false,
                new Reason(EventCause.SILENT, "it did not answer"),
                List.of(a),
                0);
        departures.begin(departure);
        flushes.onFlush(ID, DEADLINE);
        assertWaits(0);
        departure.settle();
        assertThat(answer(ID, 0)).isEqualTo(FlushResult.completed());
    }

    @Test
    void shouldAnswerEachWithWhatItWaitsFor() {
        flushes.onFlush(ID, DEADLINE);
        send();
        flushes.onFlush(ID + 1, DEADLINE + 1);
        confirm(a, 2, 2);
        confirm(b, 2, 2);
        assertThat(answer(ID, 0)).isEqualTo(FlushResult.completed());
        assertThat(actions.flushed()).containsOnlyKeys(ID);
        assertThat(flushes.nextDeadlineNanos()).isEqualTo(DEADLINE + 1);
    }

    @Test
    void shouldCloseWhenAllHaveTakenAll() {
        assertThat(flushes.isClosing()).isFalse();
        flushes.onClose(DEADLINE);
        assertThat(flushes.isClosing()).isTrue();
        assertThat(flushes.closed(DEADLINE - 1)).isNull();
        confirm(a, 2, 2);
        confirm(b, 2, 2);
        assertThat(flushes.closed(0)).isEqualTo(FlushResult.completed());
    }

    @Test
    void shouldCloseAtTheDeadlineAndNameWhoIsBehind() {
        flushes.onClose(DEADLINE);
        confirm(a, 2, 2);
        assertThat(flushes.nextDeadlineNanos()).isEqualTo(DEADLINE);
        FlushResult result = closed(DEADLINE);
        assertThat(result.complete()).isFalse();
        assertThat(result.missing()).containsExactly(laggard(B, 2));
    }

    @Test
    void shouldNameOneThatIsGoneWhenItCloses() {
        flushes.onClose(DEADLINE);
        confirm(a, 2, 2);
        fail(b);
        assertThat(closed(0).missing()).containsExactly(laggard(B, 2));
    }
}
