package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.MessageId;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.core.testing.RecordingActions;

/** A message that is given says for whom it is, and after what it comes. */
class DeliveredAddressTest {
    private static final long SENDER = 1;
    private static final long A = 30;
    private static final long B = 40;

    private final WanContext context = Parts.context(SENDER, A, B);
    private final Departures departures = new Departures(context);
    private final Delivery delivery = new Delivery(
            context, departures, new Barriers(context, departures), new Acks(context, new Routes(context)));
    private final RecordingActions actions = new RecordingActions();
    private final Peer sender = Parts.peer(context, SENDER);

    private List<Recipients> given(long... slots) {
        for (int i = 0; i < slots.length; i++) {
            sender.in.put(i + 1L, Parts.unit(SENDER, i + 1L, Parts.VIEW, slots[i] | Members.SELF), false);
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

    /** What came before it and was for others is nothing to this member. */
    @Test
    void shouldNameWhatItComesAfterOfWhatWasForThisMember() {
        long a = Parts.peer(context, A).bit();
        Source other = Parts.peer(context, B).in;
        other.put(1, Parts.unit(B, 1, Parts.VIEW, Members.SELF | a), false);
        Dependency forBoth = new Dependency(B, 1, 0, Members.SELF | a);
        Dependency forOthers = new Dependency(A, 5, 4, sender.bit());
        sender.in.put(1, Parts.unit(SENDER, 1, Parts.VIEW, Members.SELF, forOthers, forBoth), false);
        delivery.deliver(0, actions);
        assertThat(actions.delivered())
                .extracting(ReceivedMessage::causes)
                .containsExactly(List.of(), List.of(new MessageId(B, 0)));
    }
}
