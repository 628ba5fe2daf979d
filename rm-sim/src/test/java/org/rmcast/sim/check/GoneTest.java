package org.rmcast.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;

/** Member 1 sends, member 2 joins at second 1 below head 5. */
class GoneTest {
    private static final long SECOND = 1_000_000_000L;
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("192.0.2.2", 5_000);

    private final ParticipantStub sender = new ParticipantStub(1);
    private final ParticipantStub receiver = new ParticipantStub(2);
    private final RunStub run = new RunStub(List.of(sender, receiver));
    private final Gone gone = new Gone();

    @Test
    void shouldHoldForGoneWhoFailedUntilItJoinsAnew() {
        joinAt(1);
        assertThat(isGone(1)).isFalse();
        failAt(2);
        assertThat(isGone(2)).isTrue();
        assertThat(isGone(20)).isTrue();
        joinAt(30);
        assertThat(isGone(30)).isFalse();
    }

    @Test
    void shouldNotExpectWhoJoinsAnewAfterTheQuestion() {
        joinAt(1);
        failAt(10);
        joinAt(12);
        joinAt(20);
        assertThat(isGone(11)).as("asked before it was back").isTrue();
        assertThat(isGone(15))
                .as("asked when it was back, though it has moved since")
                .isFalse();
    }

    @Test
    void shouldBelieveAReportThatComesLateForAWhileOnly() {
        joinAt(1);
        loseHeadAt(10);
        joinAt(11);
        failAt(12);
        assertThat(isGone(13)).isTrue();
        run.nowNanos = 18 * SECOND;
        assertThat(isGone(18)).as("it was back when that was reported").isFalse();
    }

    /** It hears only later that it is no member any more. */
    @Test
    void shouldBelieveASenderThatWasItsHead() {
        joinAt(1);
        loseHeadAt(10);
        at(11, receiver, new SessionEvent.RepairHeadChanged(0, null, 1, ADDRESS, EventCause.JOINED, "joined"));
        at(11, receiver, new SessionEvent.MemberJoined(2, ADDRESS));
        at(12, sender, new SessionEvent.MemberPruned(2, ADDRESS, EventCause.TOO_SLOW, "loses too much"));
        run.nowNanos = 30 * SECOND;
        assertThat(isGone(30)).isTrue();
    }

    /** It was paused: what it says when it goes on is of before that. */
    @Test
    void shouldHoldForGoneWhoHearsOfItsJoinOnlyWhenItIsNoMemberAnyMore() {
        findHeadAt(1);
        failAt(5);
        at(9, receiver, new SessionEvent.MemberJoined(2, ADDRESS));
        loseHeadAt(9);
        assertThat(isGone(20)).isTrue();
        joinAt(21);
        loseHeadAt(25);
        assertThat(isGone(26)).as("it was there").isFalse();
    }

    @Test
    void shouldBelieveAReportOfWhoIsAwayAgain() {
        joinAt(1);
        loseHeadAt(10);
        joinAt(11);
        loseHeadAt(12);
        failAt(13);
        run.nowNanos = 30 * SECOND;
        assertThat(isGone(30)).isTrue();
    }

    @Test
    void shouldNotExpectAReceiverThatHasAHeadOfWhichTheSenderDoesNotKnow() {
        findHeadAt(1);
        assertThat(isGone(1)).isTrue();
        at(2, receiver, new SessionEvent.MemberJoined(2, ADDRESS));
        assertThat(isGone(2)).isFalse();
    }

    /** Where there are heads, a head is not enough: the sender may not hear of it. */
    @Test
    void shouldHoldForGoneWhoHasAHeadAgainUntilTheSenderKnows() {
        joinAt(1);
        failAt(10);
        findHeadAt(12);
        assertThat(isGone(13)).isTrue();
        at(14, receiver, new SessionEvent.MemberJoined(2, ADDRESS));
        assertThat(isGone(15)).isFalse();
    }

    /** Among equals nobody reports for others, so what a third one is told of a member says nothing of when it joined. */
    @Test
    void shouldBelieveWhatAPeerFoundOutWhateverOthersWereTold() {
        at(1, sender, new SessionEvent.MemberJoined(2, ADDRESS));
        at(3, new ParticipantStub(5), new SessionEvent.MemberJoined(2, ADDRESS));
        failAt(6);
        run.nowNanos = 30 * SECOND;
        assertThat(isGone(30)).isTrue();
    }

    private void joinAt(int seconds) {
        findHeadAt(seconds);
        at(seconds, receiver, new SessionEvent.MemberJoined(2, ADDRESS));
    }

    private void findHeadAt(int seconds) {
        at(seconds, receiver, new SessionEvent.RepairHeadChanged(0, null, 5, ADDRESS, EventCause.JOINED, "joined"));
    }

    private void loseHeadAt(int seconds) {
        at(seconds, receiver, new SessionEvent.RepairHeadChanged(5, ADDRESS, 0, null, EventCause.SILENT, "silent"));
    }

    private void failAt(int seconds) {
        at(seconds, sender, new SessionEvent.MemberFailed(2, ADDRESS, EventCause.SILENT, "silent"));
    }

    private void at(int seconds, Participant member, SessionEvent event) {
        run.nowNanos = seconds * SECOND;
        gone.onEvent(member, event, run);
    }

    private boolean isGone(int askedSeconds) {
        long asked = askedSeconds * SECOND;
        FlushQuestion question = new FlushQuestion(sender, 0, Confirmation.EVERYONE, asked, asked + SECOND, 1);
        return gone.isGone(question, 2, run.nowNanos);
    }
}
