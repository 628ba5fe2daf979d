package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Reason;

/** What is known of a member that is gone, and who still wants something of it. */
class DepartureTest {
    private static final long GONE = 1;
    private static final long A = 30;
    private static final long B = 40;

    private final WanContext context = Parts.context(GONE, A, B);
    private final Departure departure = new Departure(
            Parts.peer(context, GONE),
            context.members.view(),
            Parts.VIEW + 1,
            false,
            new Reason(EventCause.SILENT, "it did not answer"),
            List.of(Parts.peer(context, A), Parts.peer(context, B)),
            0);

    @Test
    void shouldBeKnownWhenAllHaveSaidWhatTheyKnow() {
        departure.onFence(A, 0, false);
        assertThat(departure.isKnown()).isFalse();
        assertThat(departure.reachAt(A)).isZero();
        assertThat(departure.reachAt(B)).isEqualTo(Departure.UNKNOWN);
        departure.onFence(B, 4, false);
        assertThat(departure.isKnown()).isTrue();
    }

    @Test
    void shouldNameTheHighestThatAnybodyKnowsOf() {
        departure.onFence(A, 5, false);
        departure.onFence(A, 3, false);
        departure.onFence(B, 4, false);
        assertThat(departure.reach()).isEqualTo(5);
        assertThat(departure.reachAt(A)).isEqualTo(5);
        assertThat(departure.reachAt(B)).isEqualTo(4);
    }

    @Test
    void shouldTakeNoWordOfOneThatDoesNotGoOn() {
        departure.onFence(50, 9, true);
        assertThat(departure.reachAt(50)).isEqualTo(Departure.UNKNOWN);
        assertThat(departure.reach()).isLessThan(9);
        assertThat(departure.open()).containsExactly(A, B);
    }

    @Test
    void shouldNotWaitForOneThatIsGoneToo() {
        departure.onFence(A, 2, false);
        departure.onGone(B);
        assertThat(departure.isKnown()).isTrue();
        assertThat(departure.open()).containsExactly(A);
    }

    @Test
    void shouldBeOverWhenAllHaveSettled() {
        departure.onFence(A, 2, true);
        departure.settle();
        departure.onFence(B, 2, false);
        assertThat(departure.isOver()).isFalse();
        departure.onFence(B, 2, true);
        assertThat(departure.isOver()).isTrue();
    }

    @Test
    void shouldNotBeOverBeforeThisMemberHasSettled() {
        departure.onFence(A, 2, true);
        departure.onFence(B, 2, true);
        assertThat(departure.isOver()).isFalse();
    }

    /** Packets overtake one another. */
    @Test
    void shouldKeepThatOneHasSettled() {
        departure.onFence(A, 2, true);
        departure.onFence(A, 2, false);
        departure.onFence(B, 2, false);
        assertThat(departure.open()).containsExactly(B);
    }
}
