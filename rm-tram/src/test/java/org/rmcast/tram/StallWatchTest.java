package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.stream.StallWatch;
import org.rmcast.core.testing.RecordingActions;

/** A packet may be missing for a second before that is told. */
class StallWatchTest {
    private static final long SECOND = 1_000_000_000L;

    private final TramContext context = Parts.context(TramConfig.defaults(), Role.RECEIVER);
    private final Reception reception = new Reception(context, Parts.SOURCE, 1, 0, () -> Long.MAX_VALUE);
    private final StallWatch watch = new StallWatch(Parts.SOURCE, SECOND, 0);
    private final RecordingActions actions = new RecordingActions();

    private boolean hasHead = true;

    @Test
    void shouldTellOnceThatAPacketIsMissingAndThatItHasCome() {
        take(1);
        take(4);
        look(0);
        look(SECOND);
        assertThat(actions.events()).isEmpty();
        look(SECOND + 1);
        look(9 * SECOND);
        assertThat(actions.events())
                .containsExactly(new SessionEvent.ReceptionStalled(
                        Parts.SOURCE, 2, EventCause.NOT_IN_TIME, "packet 2 is missing, no message for 1000 ms"));
        take(2);
        look(10 * SECOND);
        assertThat(actions.events()).hasSize(2).last().isEqualTo(new SessionEvent.ReceptionResumed(Parts.SOURCE));
        look(11 * SECOND + 1);
        assertThat(actions.events()).as("packet 3 is missing since").hasSize(3);
    }

    @Test
    void shouldTellThatWhatWasGivenUpIsNotWaitedFor() {
        take(3);
        look(0);
        look(2 * SECOND);
        reception.giveUpBelow(3, new Reason(EventCause.NOT_HELD, "why"));
        look(2 * SECOND);
        assertThat(actions.events()).last().isEqualTo(new SessionEvent.ReceptionResumed(Parts.SOURCE));
    }

    @Test
    void shouldSayNothingWhileNothingIsKnownToBeMissing() {
        take(1);
        look(0);
        look(9 * SECOND);
        assertThat(actions.events()).isEmpty();
        reception.expect(3, 9 * SECOND);
        look(9 * SECOND);
        look(11 * SECOND);
        assertThat(actions.events()).hasSize(1);
    }

    @Test
    void shouldNotTakeASlowApplicationForAStall() {
        actions.room(0);
        take(1);
        take(3);
        look(0);
        look(9 * SECOND);
        assertThat(actions.events()).isEmpty();
    }

    @Test
    void shouldSayThatThereIsNobodyToAsk() {
        hasHead = false;
        take(2);
        look(0);
        look(2 * SECOND);
        assertThat(actions.events())
                .singleElement(InstanceOfAssertFactories.type(SessionEvent.ReceptionStalled.class))
                .returns(EventCause.NO_REPAIR_HEAD, SessionEvent.ReceptionStalled::cause);
    }

    /** A message of many packets, of which some come each second. */
    @ParameterizedTest
    @CsvSource({"2, true", "16, true", "32, false", "1000, false"})
    void shouldTellThatAMessageComesTooSlowly(int packets, boolean told) {
        for (int second = 0; second <= 9; second++) {
            watch.look(true, 1, 1 + second * packets, 5_000, EventCause.NOT_IN_TIME, second * (SECOND + 1), actions);
        }
        assertThat(actions.events().isEmpty()).isNotEqualTo(told);
    }

    private void take(long sequence) {
        reception.onData(Parts.data(sequence), 0);
        reception.deliver(0, actions);
    }

    private void look(long nowNanos) {
        watch.look(
                reception.isWaiting(),
                reception.nextMessage(),
                reception.next(),
                reception.missing(),
                hasHead ? EventCause.NOT_IN_TIME : EventCause.NO_REPAIR_HEAD,
                nowNanos,
                actions);
    }
}
