package org.rmcast.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.buffer.ByteBudget;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.framing.AssemblyBudget;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.WireWriter;

/** The reception of one stream: gaps, losses, the end, a sender that is lost; in order and not. */
class StreamReceptionTest {
    private static final long MS = 1_000_000L;
    private static final long SOURCE = 7;
    private static final int WINDOW = 64;
    private static final Reason IN_VAIN = new Reason(EventCause.NOT_IN_TIME, "in vain");

    private final RecordingActions actions = new RecordingActions();
    private final List<String> said = new ArrayList<>();
    private final ByteBudget budget = new ByteBudget(1 << 20);
    private final MeterValues<EngineMeter> counters = new MeterValues<>(EngineMeter.class);
    private final List<byte[]> packets = new ArrayList<>();
    private final List<Long> firstMessages = new ArrayList<>();
    private StreamReception reception = ordered(20 * MS);

    private final class Listener implements GapListener {
        @Override
        public void onMissing(long first, long limit, long nowNanos) {
            said.add("missing " + first + " to " + limit);
        }

        @Override
        public boolean onFilled(long sequence, boolean repair, long nowNanos) {
            said.add("filled " + sequence);
            return true;
        }

        @Override
        public void onGivenUpBelow(long limit) {
            said.add("given up below " + limit);
        }

        @Override
        public void onNothingFrom(long limit) {
            said.add("nothing from " + limit);
        }
    }

    private StreamReception ordered(long reorderingNanos) {
        return new StreamReception(SOURCE, context(true, reorderingNanos), new Listener(), 1, 0, 10 * MS);
    }

    private StreamReception unordered() {
        return new StreamReception(SOURCE, context(false, 0), new Listener(), 1, 0, 10 * MS);
    }

    private ReceptionContext context(boolean ordered, long reorderingNanos) {
        return new ReceptionContext(
                true,
                ordered,
                false,
                WINDOW,
                WINDOW,
                100 * MS,
                new ReceptionContext.Reordering(reorderingNanos / 4, reorderingNanos),
                new MessageDelivery.Layout(0, 8),
                budget,
                AssemblyBudget.unlimited(),
                counters);
    }

    /** Makes the packets of a stream; those of one message span several where it is long. */
    private void make(int payloadBytes, String... messages) {
        MessagePacker packer = new MessagePacker(payloadBytes, 1 << 20);
        for (String message : messages) {
            packer.offer(message.getBytes(StandardCharsets.UTF_8));
        }
        while (!packer.isEmpty()) {
            firstMessages.add(packer.nextMessage());
            WireWriter writer = new WireWriter(100).writeLong(packer.nextMessage());
            packer.writePacket(writer);
            packets.add(writer.toByteArray());
        }
    }

    private static String[] numbered(int count) {
        String[] messages = new String[count];
        for (int i = 0; i < count; i++) {
            messages[i] = "message " + (100 + i);
        }
        return messages;
    }

    private StreamReception.Taken take(int sequence, boolean repair, long nowNanos) {
        StreamReception.Taken taken = reception.onPacket(
                sequence, firstMessages.get(sequence - 1), packets.get(sequence - 1), true, repair, nowNanos);
        reception.deliver(nowNanos, actions);
        return taken;
    }

    private List<String> delivered() {
        List<String> texts = new ArrayList<>();
        for (ReceivedMessage message : actions.delivered()) {
            texts.add(new String(message.toByteArray(), StandardCharsets.UTF_8));
        }
        return texts;
    }

    @Test
    void shouldDeliverInOrderAndTellOfTheGapWhenItIsOldEnough() {
        make(16, numbered(3));
        take(1, false, 0);
        take(3, false, 1);
        assertThat(delivered()).containsExactly("message 100");
        assertThat(said).isEmpty();
        assertThat(reception.nextDeadlineNanos()).isEqualTo(1 + 5 * MS);
        reception.onDeadline(5 * MS);
        assertThat(said).isEmpty();
        reception.onDeadline(1 + 5 * MS);
        assertThat(said).containsExactly("missing 2 to 3");
        take(2, true, 6 * MS);
        assertThat(delivered()).containsExactly(numbered(3));
        assertThat(take(2, true, 7 * MS)).isEqualTo(StreamReception.Taken.DUPLICATE);
    }

    /** Other survivors of a lost source are told of so many, and so many are delivered here. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCountAllMessagesThatBeginInTheLastPacket(boolean inOrder) {
        reception = inOrder ? ordered(0) : unordered();
        make(40, numbered(8));
        int last = packets.size();
        assertThat(firstMessages.get(last - 1)).isLessThan(7);
        for (int sequence = last; sequence >= 1; sequence--) {
            take(sequence, false, 0);
        }
        assertThat(delivered()).hasSize(8);
        assertThat(reception.messages()).isEqualTo(8);
    }

    /** One survivor has the last packet, with more than one message in it, another has not: both end at the same message. */
    @Test
    void shouldTellOfAllMessagesThatAreLostWithTheSource() {
        make(40, numbered(8));
        int last = packets.size();
        for (int sequence = 1; sequence <= last; sequence++) {
            take(sequence, false, 0);
        }
        long said = reception.messages();
        reception = ordered(0);
        actions.clear();
        for (int sequence = 1; sequence < last; sequence++) {
            take(sequence, false, 0);
        }
        reception.onSourceGone(IN_VAIN);
        reception.deliver(0, actions);
        reception.onOthers(last + 1, said, 0);
        reception.deliver(0, actions);
        assertThat(reception.messagesTold()).isEqualTo(8);
        SessionEvent end = actions.events().get(actions.events().size() - 1);
        assertThat(end)
                .isInstanceOfSatisfying(
                        SessionEvent.MessagesLost.class,
                        lost -> assertThat(lost.limitMessage()).isEqualTo(8));
    }

    @Test
    void shouldAskForNothingThatWasOnlyOvertaken() {
        make(16, numbered(4));
        take(1, false, 0);
        take(4, false, 1);
        take(2, false, 2);
        take(3, false, 3);
        reception.onDeadline(100 * MS);
        assertThat(said).isEmpty();
        assertThat(delivered()).containsExactly(numbered(4));
        assertThat(reception.reordering().overtaken()).isEqualTo(2);
    }

    @Test
    void shouldCountWhatWasLostAndWhatWasOvertakenWhenItIsMissingNoMore() {
        make(16, numbered(9));
        reception = ordered(0);
        take(1, false, 0);
        take(6, false, 1);
        assertCounted(0, 0);
        take(2, false, 2);
        assertCounted(0, 1);
        take(3, true, 3);
        take(3, false, 4);
        assertCounted(1, 1);
        reception.giveUpBelow(5, IN_VAIN);
        assertCounted(2, 1);
        reception.giveUp(5, IN_VAIN);
        take(5, false, 5);
        assertCounted(3, 1);
    }

    @Test
    void shouldCountWhatItWasToldOfOnlyIfItIsRepaired() {
        make(16, numbered(4));
        reception = ordered(0);
        reception.onSource(4, 1, 3, false, 0);
        take(1, false, 1);
        take(2, false, 2);
        assertCounted(0, 0);
        take(3, true, 3);
        take(4, true, 4);
        assertCounted(2, 0);
    }

    private void assertCounted(long missed, long overtaken) {
        assertThat(counters.get(EngineMeter.PACKETS_MISSED)).as("missed").isEqualTo(missed);
        assertThat(counters.get(EngineMeter.PACKETS_OVERTAKEN)).as("overtaken").isEqualTo(overtaken);
    }

    @Test
    void shouldTellOfTheRestOfAGapThatIsFilledInPart() {
        make(16, numbered(6));
        take(1, false, 0);
        take(6, false, 1);
        take(2, false, 2);
        take(4, false, 3);
        reception.onDeadline(100 * MS);
        assertThat(said).containsExactly("missing 3 to 4", "missing 5 to 6");
    }

    @Test
    void shouldAskAtOnceWithoutTolerance() {
        make(16, numbered(3));
        reception = ordered(0);
        take(3, false, 0);
        assertThat(said).containsExactly("missing 1 to 3");
    }

    @Test
    void shouldFindALostTailByTheSourcesWord() {
        make(16, numbered(3));
        reception = ordered(0);
        take(1, false, 0);
        assertThat(reception.onSource(4, 1, 3, false, 1)).isTrue();
        assertThat(said).containsExactly("missing 2 to 4");
        reception.giveUp(2, IN_VAIN);
        reception.giveUp(3, IN_VAIN);
        reception.deliver(2, actions);
        assertThat(actions.events())
                .containsExactly(new SessionEvent.MessagesLost(SOURCE, 1, 3, EventCause.NOT_IN_TIME, "in vain"));
        assertThat(reception.lostLimit()).isEqualTo(4);
    }

    @Test
    void shouldGiveUpWhatTheSourceHoldsNoMore() {
        make(16, numbered(4));
        take(1, false, 0);
        take(4, false, 0);
        reception.onSource(5, 3, 4, false, 1);
        take(3, true, 2);
        assertThat(actions.events())
                .containsExactly(new SessionEvent.MessagesLost(
                        SOURCE, 1, 2, EventCause.NOT_HELD, "its sender holds it no more"));
        assertThat(delivered()).containsExactly("message 100", "message 102", "message 103");
    }

    @Test
    void shouldEndWhenAllHasCome() {
        make(16, numbered(2));
        take(1, false, 0);
        reception.onSource(3, 1, 2, true, 0);
        reception.deliver(0, actions);
        assertThat(reception.hasEnded()).isFalse();
        take(2, true, 1);
        assertThat(reception.hasEnded()).isTrue();
        assertThat(actions.events()).containsExactly(new SessionEvent.StreamEnded(SOURCE));
        assertThat(reception.onSource(4, 1, 3, false, 2)).isFalse();
    }

    @Test
    void shouldTellWhatWasLostWithTheSourceAsOthersHaveSeenIt() {
        make(16, numbered(4));
        take(1, false, 0);
        take(3, false, 0);
        assertThat(reception.onOthers(4, 3, 1)).isFalse();
        reception.onSourceGone(new Reason(EventCause.SILENT, "silent"));
        reception.deliver(1, actions);
        assertThat(delivered()).containsExactly("message 100", "message 102");
        assertThat(actions.events())
                .containsExactly(
                        new SessionEvent.MessagesLost(SOURCE, 1, 2, EventCause.SENDER_LOST, "silent"),
                        new SessionEvent.SenderLost(SOURCE, EventCause.SILENT, "silent"));
        reception.onOthers(6, 5, 2);
        reception.deliver(2, actions);
        assertThat(actions.events().get(2))
                .isEqualTo(new SessionEvent.MessagesLost(SOURCE, 3, 5, EventCause.SENDER_LOST, "the stream is over"));
    }

    @Test
    void shouldAskTheSourceWhenOthersSayMore() {
        make(16, numbered(4));
        reception = ordered(0);
        take(1, false, 0);
        assertThat(reception.onOthers(4, 3, 0)).isTrue();
        assertThat(reception.onOthers(4, 3, 1)).isFalse();
        assertThat(said).containsExactly("missing 2 to 4");
        reception.onAnswer(2, 1, 1, false, 2);
        assertThat(said).contains("nothing from 2");
    }

    /** Else a packet that is sent later, and lost, would never be asked for. */
    @Test
    void shouldMissLaterWhatOthersHadToldOfTooEarly() {
        make(16, numbered(4));
        reception = ordered(0);
        take(1, false, 0);
        reception.onOthers(4, 3, 0);
        reception.onAnswer(2, 1, 1, false, 2);
        said.clear();
        take(4, false, 3);
        assertThat(said).containsExactly("missing 2 to 4");
    }

    @Test
    void shouldTakeNothingForWhichThereIsNoRoom() {
        make(16, numbered(WINDOW + 2));
        assertThat(take(WINDOW + 2, false, 0)).isEqualTo(StreamReception.Taken.NO_ROOM);
        budget.change(1 << 20);
        assertThat(take(2, false, 0)).isEqualTo(StreamReception.Taken.NO_ROOM);
        budget.change(-(1 << 20));
        assertThat(take(2, false, 0)).isEqualTo(StreamReception.Taken.NEW);
        reception.clear();
        assertThat(budget.used()).isZero();
    }

    // Without order.

    @Test
    void shouldDeliverEachMessageAsSoonAsItIsWhole() {
        make(16, numbered(4));
        reception = unordered();
        take(3, false, 0);
        take(1, false, 0);
        assertThat(delivered()).containsExactly("message 102", "message 100");
        reception.giveUp(2, IN_VAIN);
        take(4, false, 1);
        assertThat(actions.events())
                .containsExactly(new SessionEvent.MessagesLost(SOURCE, 1, 2, EventCause.NOT_IN_TIME, "in vain"));
        assertThat(delivered()).endsWith("message 103");
    }

    @Test
    void shouldLoseAMessageOfWhichAPartIsLost() {
        make(16, "short", "a message that spans more than one packet", "last");
        reception = unordered();
        for (int sequence = 1; sequence <= packets.size(); sequence++) {
            if (sequence == 3) {
                reception.giveUp(3, IN_VAIN);
            } else {
                take(sequence, false, 0);
            }
        }
        reception.giveUp(3, IN_VAIN);
        reception.deliver(1, actions);
        assertThat(delivered()).containsExactly("short", "last");
        assertThat(actions.events())
                .containsExactly(new SessionEvent.MessagesLost(SOURCE, 1, 2, EventCause.NOT_IN_TIME, "in vain"));
    }

    /** Whatever the order of packets and however little room there is, each message comes once, or is lost. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldDeliverOrLoseEachMessageOnce(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String[] messages = new String[20];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = ("m" + (100 + i)).repeat(1 + random.nextInt(10));
        }
        make(24, messages);
        reception = seed % 2 == 0 ? unordered() : ordered(0);
        List<Integer> order = new ArrayList<>();
        for (int sequence = 1; sequence <= packets.size(); sequence++) {
            order.add(sequence);
        }
        Collections.shuffle(order, new Random(seed));
        for (int sequence : order) {
            actions.room(random.nextInt(3));
            if (random.nextInt(8) > 0) {
                take(sequence, false, 0);
            }
        }
        reception.onSource(packets.size() + 1, 1, messages.length, true, 1);
        actions.room(Integer.MAX_VALUE);
        reception.giveUpBelow(packets.size() + 1, IN_VAIN);
        reception.deliver(2, actions);
        assertThat(reception.hasEnded()).isTrue();
        List<Long> numbers = new ArrayList<>();
        actions.delivered().forEach(message -> numbers.add(message.sequence()));
        for (SessionEvent event : actions.events()) {
            if (event instanceof SessionEvent.MessagesLost lost) {
                for (long number = lost.firstMessage(); number < lost.limitMessage(); number++) {
                    numbers.add(number);
                }
            }
        }
        assertThat(numbers).as("seed %d", seed).hasSize(messages.length).doesNotHaveDuplicates();
    }
}
