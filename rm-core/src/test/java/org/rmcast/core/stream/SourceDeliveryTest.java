package org.rmcast.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.framing.AssemblyBudget;
import org.rmcast.core.testing.RecordingActions;

/** Where a stream begins for who comes late, and what is lost of it then. */
class SourceDeliveryTest {
    private static final long SENDER = 7;

    private final RecordingActions actions = new RecordingActions();
    private final SourceDelivery delivery = new SourceDelivery(
            SENDER,
            true,
            5,
            new BufferManager(100, 0, 100, 5, (first, limit, now) -> first),
            new MessageDelivery.Layout(48, 64),
            AssemblyBudget.unlimited(),
            new MeterValues<>(EngineMeter.class));

    /** Packets 5 to 8 never come, and nobody but the sender, later, says how many messages they hold. */
    private void loseFirstPackets() {
        delivery.beganAt(9, 14);
        delivery.learn(9, 14);
        delivery.lossReason(new Reason(EventCause.NOT_IN_TIME, "not repaired"));
        delivery.deliver(9, actions);
        delivery.tellLost(actions);
    }

    @Test
    void shouldLoseNothingThatWasThereBeforeItHeardOfTheStream() {
        loseFirstPackets();
        assertThat(actions.events()).isEmpty();
        assertThat(delivery.nextMessage()).isEqualTo(14);
    }

    /** Found by seed 326 of the survey of FAULTS: a member that was cut off hears of a stream, and nothing of it comes. */
    @Test
    void shouldTellThatItLostWhatCameSinceItHeardOfTheStream() {
        delivery.heardOf(10);
        loseFirstPackets();
        assertThat(actions.events())
                .containsExactly(new SessionEvent.MessagesLost(SENDER, 10, 14, EventCause.NOT_IN_TIME, "not repaired"));
    }

    @Test
    void shouldBelieveTheSenderWhereOthersSayMore() {
        delivery.heardOf(1_000);
        loseFirstPackets();
        assertThat(actions.events()).isEmpty();
        assertThat(delivery.nextMessage()).isEqualTo(14);
    }
}
