package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.core.testing.RecordingActions;

/** A message that is given says for whom it is. */
class DeliveredRecipientsTest {
    private static final long SENDER = 1;
    private static final long A = 30;
    private static final long B = 40;

    private final WanContext context = Parts.context(SENDER, A, B);
    private final Departures departures = new Departures(context);
    private final Delivery delivery =
            new Delivery(context, departures, new Barriers(context, departures), new Acks(context));
    private final RecordingActions actions = new RecordingActions();
    private final Peer sender = Parts.peer(context, SENDER);

    private List<Recipients> given(long... slots) {
        for (int i = 0; i < slots.length; i++) {
            sender.in.put(i + 1L, Parts.unit(SENDER, i + 1L, Parts.VIEW, slots[i] | Members.SELF));
        }
        delivery.deliver(0, actions);
        return actions.delivered().stream().map(ReceivedMessage::recipients).toList();
    }

    @Test
    void shouldNameTheMembersThatItIsFor() {
        long a = Parts.peer(context, A).bit();
        assertThat(given(0, a)).containsExactly(Recipients.of(Parts.SELF), Recipients.of(Parts.SELF, A));
    }

    @Test
    void shouldBeForTheGroupWhereAllButItsSenderHaveIt() {
        assertThat(given(context.members.others() & ~sender.bit())).containsExactly(Recipients.GROUP);
    }
}
