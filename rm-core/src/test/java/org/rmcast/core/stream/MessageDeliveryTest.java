package org.rmcast.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent.MessagesLost;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.framing.AssemblyBudget;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.WireWriter;

/** Packets of one message each: the number of the message in 8 bytes, then its frame. Packet 1 holds message 0. */
class MessageDeliveryTest {
    private static final long SOURCE = 9;
    private static final MessageDelivery.Layout LAYOUT = new MessageDelivery.Layout(0, 8);

    private final BufferManager cache = new BufferManager(100, 0, 100, 1, (first, limit, now) -> first);
    private final MeterValues<EngineMeter> counters = new MeterValues<>(EngineMeter.class);
    private final RecordingActions actions = new RecordingActions();
    private final MessageDelivery delivery = delivery(true);

    @Test
    void shouldDeliverWhatIsInOrderAndNoMore() {
        put(1, 2, 4);
        delivery.deliver(3, actions);
        assertThat(numbers()).containsExactly(0L, 1L);
        assertThat(delivery.delivered()).isEqualTo(3);
        assertThat(delivery.nextMessage()).isEqualTo(2);
        assertThat(counters.get(EngineMeter.MESSAGES_DELIVERED)).isEqualTo(2);
    }

    @Test
    void shouldStopWhileTheApplicationHasNoRoom() {
        put(1, 2, 3);
        actions.room(1);
        delivery.deliver(4, actions);
        assertThat(numbers()).containsExactly(0L);
        assertThat(delivery.isDrained()).isFalse();
        actions.room(9);
        delivery.deliver(4, actions);
        assertThat(numbers()).containsExactly(0L, 1L, 2L);
        assertThat(delivery.isDrained()).isTrue();
    }

    @Test
    void shouldReportWhatIsMissingBeforeTheNextMessage() {
        put(1, 4);
        delivery.lossReason(new Reason(EventCause.NOT_HELD, "nobody has it"));
        delivery.deliver(5, actions);
        assertThat(numbers()).containsExactly(0L, 3L);
        assertThat(actions.events())
                .containsExactly(new MessagesLost(SOURCE, 1, 3, EventCause.NOT_HELD, "nobody has it"));
        assertThat(counters.get(EngineMeter.MESSAGES_LOST)).isEqualTo(2);
    }

    @Test
    void shouldKnowWhetherMessagesAreLostOnlyWithTheNextOne() {
        put(1, 4);
        delivery.deliver(2, actions);
        assertThat(delivery.isGapOpen()).isFalse();
        delivery.deliver(4, actions);
        assertThat(delivery.isGapOpen()).isTrue();
        assertThat(delivery.losses()).isZero();
        delivery.deliver(5, actions);
        assertThat(delivery.isGapOpen()).isFalse();
        assertThat(delivery.losses()).isEqualTo(1);
    }

    /** A sender that has lost the end of its storage leaves numbers out: the message after them is the one that was next. */
    @Test
    void shouldKnowThatNothingIsLostWithPacketsThatNeverWere() {
        put(1);
        cache.put(4, packet(1));
        delivery.deliver(4, actions);
        assertThat(delivery.isGapOpen()).isTrue();
        delivery.deliver(5, actions);
        assertThat(delivery.isGapOpen()).isFalse();
        assertThat(delivery.losses()).isZero();
        assertThat(numbers()).containsExactly(0L, 1L);
    }

    @Test
    void shouldKnowWhichMessageBeginsNext() {
        assertThat(delivery.firstMessageAt(1)).isEqualTo(-1);
        put(1, 2, 3, 5);
        delivery.deliver(3, actions);
        assertThat(delivery.firstMessageAt(3)).isEqualTo(2);
        assertThat(delivery.firstMessageAt(4)).as("not passed yet, but held").isEqualTo(3);
        assertThat(delivery.firstMessageAt(5)).isEqualTo(-1);
        delivery.deliver(5, actions);
        assertThat(delivery.firstMessageAt(5)).as("the one before is missing").isEqualTo(-1);
        cache.put(6, longMessage(5));
        assertThat(delivery.firstMessageAt(7)).as("message 5 goes on there").isEqualTo(6);
    }

    @Test
    void shouldReportWhatIsMissingFromTheFirstMessageOnThatWasNamed() {
        delivery.claimAt(1);
        put(4);
        delivery.deliver(5, actions);
        assertThat(actions.events()).containsExactly(new MessagesLost(SOURCE, 1, 3, EventCause.OTHER, "lost"));
        assertThat(numbers()).containsExactly(3L);
    }

    @Test
    void shouldBelieveTheFirstPacketRatherThanWhoNamedALaterMessage() {
        delivery.claimAt(1_000);
        put(1, 2);
        delivery.deliver(3, actions);
        assertThat(numbers()).containsExactly(0L, 1L);
        assertThat(actions.events()).isEmpty();
    }

    @Test
    void shouldPassOverAnyNumberOfPacketsThatWereGivenUp() {
        put(1);
        long far = 1L << 50;
        delivery.deliver(far, actions);
        assertThat(delivery.delivered()).isEqualTo(far);
        assertThat(cache.low()).isEqualTo(far);
    }

    @Test
    void shouldReportWhatIsMissingAtTheEnd() {
        put(1);
        delivery.deliver(2, actions);
        delivery.finish(4, actions);
        assertThat(actions.events()).containsExactly(new MessagesLost(SOURCE, 1, 4, EventCause.OTHER, "lost"));
    }

    @Test
    void shouldOnlyPassOverPacketsWithoutAnApplication() {
        MessageDelivery ofRepairNode = delivery(false);
        put(1, 2);
        ofRepairNode.deliver(4, actions);
        ofRepairNode.finish(9, actions);
        assertThat(ofRepairNode.delivered()).isEqualTo(4);
        assertThat(actions.delivered()).isEmpty();
        assertThat(actions.events()).isEmpty();
    }

    @Test
    void shouldTakeAPacketThatContradictsItselfForALoss() {
        put(1, 3);
        cache.put(2, new byte[8 + 2]);
        delivery.deliver(4, actions);
        assertThat(numbers()).containsExactly(0L, 2L);
        assertThat(actions.events()).singleElement().isInstanceOf(MessagesLost.class);
    }

    @Test
    void shouldDropWhatWaitsForRoomWhenItIsAbandoned() {
        put(1, 2);
        actions.room(0);
        delivery.deliver(3, actions);
        delivery.abandon();
        assertThat(delivery.isDrained()).isTrue();
        actions.room(9);
        delivery.deliver(2, actions);
        assertThat(actions.delivered()).isEmpty();
    }

    private MessageDelivery delivery(boolean hasApplication) {
        MessageDelivery made =
                new MessageDelivery(SOURCE, hasApplication, 1, cache, LAYOUT, AssemblyBudget.unlimited(), counters);
        made.startAt(0);
        return made;
    }

    private void put(long... sequences) {
        for (long sequence : sequences) {
            cache.put(sequence, packet(sequence - 1));
        }
    }

    private static byte[] packet(long message) {
        MessagePacker packer = new MessagePacker(100, 1_000);
        packer.startAt(message);
        packer.offer(new byte[] {(byte) message});
        WireWriter writer = new WireWriter(200);
        writer.writeLong(message);
        packer.writePacket(writer);
        return writer.takeCopy();
    }

    /** The first packet of a message that spans two. */
    private static byte[] longMessage(long message) {
        MessagePacker packer = new MessagePacker(100, 1_000);
        packer.startAt(message);
        packer.offer(new byte[150]);
        WireWriter writer = new WireWriter(200);
        writer.writeLong(message);
        packer.writePacket(writer);
        return writer.takeCopy();
    }

    private List<Long> numbers() {
        return actions.delivered().stream().map(ReceivedMessage::sequence).toList();
    }
}
