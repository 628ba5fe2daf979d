package org.rmcast.sim.check;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;

/** Member 1 sends, member 2 has repair heads of which the sender is not one. */
class MemberEventsTest {
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("192.0.2.2", 5_000);

    private final ParticipantStub sender = new ParticipantStub(1);
    private final ParticipantStub receiver = new ParticipantStub(2);
    private final MemberEvents events = new MemberEvents();

    @Test
    void shouldNotBelieveThatSomebodyWasPrunedMoreOftenThanItJoined() {
        join();
        prune();
        assertThatThrownBy(this::prune).hasMessageContaining("it has not joined since");
    }

    @Test
    void shouldBelieveAReportOfAnEarlierTimeThatComesAfterTheNextHasBegun() {
        join();
        join();
        prune();
        prune();
        assertThatThrownBy(this::prune).hasMessageContaining("it has not joined since");
    }

    /** Somebody has its name while it is away, and is taken and pruned itself: once with the member's other head, twice here. */
    @Test
    void shouldAddWhoJoinedHereToWhoJoinedElsewhere() {
        join();
        for (int time = 0; time < 2; time++) {
            events.onEvent(sender, new SessionEvent.MemberJoined(2, ADDRESS));
            prune();
        }
        prune();
        assertThatThrownBy(this::prune).hasMessageContaining("it has not joined since");
    }

    @Test
    void shouldBelieveThatAStrangerFailedThatAHeadHadTaken() {
        events.onEvent(new ParticipantStub(5), new SessionEvent.MemberJoined(2, ADDRESS));
        prune();
        assertThatThrownBy(this::prune).hasMessageContaining("it has not joined since");
    }

    @Test
    void shouldCountOnceWhoJoinedHere() {
        join(1);
        events.onEvent(sender, new SessionEvent.MemberJoined(2, ADDRESS));
        prune();
        assertThatThrownBy(this::prune).hasMessageContaining("it has not joined since");
    }

    private void join() {
        join(5);
    }

    private void join(long headId) {
        events.onEvent(
                receiver, new SessionEvent.RepairHeadChanged(0, null, headId, ADDRESS, EventCause.JOINED, "joined"));
    }

    private void prune() {
        events.onEvent(sender, new SessionEvent.MemberPruned(2, ADDRESS, EventCause.TOO_SLOW, "slow"));
    }
}
