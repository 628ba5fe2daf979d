package org.rmcast.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.buffer.ItemQueue;

class DeliveryQueueTest {
    private final AtomicInteger wakeUps = new AtomicInteger();
    private final DeliveryQueue queue = new DeliveryQueue(10, 100, wakeUps::incrementAndGet);
    private long sequence;
    private int events;

    @Test
    void shouldHaveRoomAgainOnlyWhenHalfEmpty() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(queue.hasRoom()).isTrue();
            queue.add(message(1));
        }
        queue.publish();
        assertThat(queue.hasRoom()).isFalse();

        take(10);
        queue.release(4, 4);
        assertThat(wakeUps).as("six left").hasValue(0);
        queue.release(1, 1);
        assertThat(wakeUps).as("five left").hasValue(1);
        queue.release(5, 5);
        assertThat(wakeUps).as("nobody asked since").hasValue(1);
        assertThat(queue.messages()).isZero();
    }

    @Test
    void shouldBoundBytesButPassOneLargeMessage() {
        assertThat(queue.hasRoom()).isTrue();
        queue.add(message(1000));
        assertThat(queue.hasRoom()).isFalse();
        queue.release(1, 1000);
        assertThat(wakeUps).hasValue(1);
        assertThat(queue.hasRoom()).isTrue();
    }

    @Test
    void shouldKeepEventsInTheirPlaceAmongMessages() throws Exception {
        queue.add(message(1));
        add(new SessionEvent.Congestion(EventCause.RECEIVERS_BEHIND, "first"));
        queue.add(message(2));
        add(new SessionEvent.StreamEnded(7));
        queue.publish();

        List<Object> items = take(10);
        assertThat(items).hasSize(4);
        assertThat(items.get(1)).isEqualTo(new SessionEvent.Congestion(EventCause.RECEIVERS_BEHIND, "first"));
        assertThat(items.get(3)).isEqualTo(new SessionEvent.StreamEnded(7));
    }

    @Test
    void shouldStopAtTheFirstMessageBeyondTheAllowance() throws Exception {
        add(new SessionEvent.Congestion(EventCause.RECEIVERS_BEHIND, "free"));
        queue.add(message(1));
        queue.add(message(2));
        queue.publish();

        assertThat(take(1)).hasSize(2);
        assertThat(take(5)).hasSize(1);
    }

    @Test
    void shouldTakeAgainInTheSameOrderWhatWasPutBack() throws Exception {
        SessionEvent event = new SessionEvent.Congestion(EventCause.RECEIVERS_BEHIND, "between");
        queue.add(message(1));
        add(event);
        queue.add(message(1));
        queue.publish();
        ItemQueue<Object> taken = new ItemQueue<>();
        queue.take(taken, () -> 1);
        Object first = taken.peekFirst();
        queue.putBack(taken);
        queue.add(message(1));
        queue.publish();

        List<Object> items = take(10);
        assertThat(items).hasSize(4);
        assertThat(items.get(0)).isSameAs(first);
        assertThat(items.get(1)).isSameAs(event);
        assertThat(items)
                .extracting(item -> item instanceof ReceivedMessage message ? message.sequence() : -1L)
                .containsExactly(0L, -1L, 1L, 2L);
    }

    @Test
    void shouldForgetWhatIsPutBackAfterTheEnd() throws Exception {
        queue.add(message(1));
        queue.publish();
        ItemQueue<Object> taken = new ItemQueue<>();
        queue.take(taken, () -> 1);
        queue.abort();
        queue.putBack(taken);
        assertThat(queue.forgotten()).isEqualTo(1);
        assertThat(take(1)).isEmpty();
    }

    @Test
    void shouldJoinLossesThatFollowOneAnother() throws Exception {
        add(new SessionEvent.MessagesLost(1, 0, 5, EventCause.NOT_HELD, "gone"));
        add(new SessionEvent.MessagesLost(1, 5, 9, EventCause.NOT_HELD, "gone"));
        add(new SessionEvent.MessagesLost(1, 10, 12, EventCause.NOT_HELD, "gone"));
        queue.publish();
        assertThat(take(0))
                .containsExactly(
                        new SessionEvent.MessagesLost(1, 0, 9, EventCause.NOT_HELD, "gone"),
                        new SessionEvent.MessagesLost(1, 10, 12, EventCause.NOT_HELD, "gone"));
    }

    @Test
    void shouldKeepTheTimeOfTheFirstOfJoinedLosses() throws Exception {
        add(new SessionEvent.MessagesLost(1, 0, 5, EventCause.NOT_HELD, "gone"));
        add(new SessionEvent.MessagesLost(1, 5, 9, EventCause.NOT_HELD, "gone"));
        queue.publish();
        ItemQueue<Object> taken = new ItemQueue<>();
        queue.take(taken, () -> 0);
        assertThat(taken.removeFirst())
                .isEqualTo(new TimedEvent(
                        new SessionEvent.MessagesLost(1, 0, 9, EventCause.NOT_HELD, "gone"), Instant.EPOCH));
    }

    @Test
    void shouldJoinLossesOfDifferentReasonsToo() throws Exception {
        add(new SessionEvent.MessagesLost(1, 0, 5, EventCause.NOT_HELD, "gone"));
        add(new SessionEvent.MessagesLost(1, 5, 6, EventCause.TOO_SLOW, "no room"));
        add(new SessionEvent.MessagesLost(1, 6, 7, EventCause.NOT_HELD, "gone"));
        for (int i = 7; i < 1_000; i++) {
            add(new SessionEvent.MessagesLost(1, i, i + 1, EventCause.NOT_HELD, "reason " + i));
        }
        queue.publish();

        List<Object> events = take(0);

        assertThat(events).hasSize(1);
        SessionEvent.MessagesLost lost = (SessionEvent.MessagesLost) events.get(0);
        assertThat(lost.firstMessage()).isZero();
        assertThat(lost.limitMessage()).isEqualTo(1_000);
        assertThat(lost.cause()).isEqualTo(EventCause.OTHER);
        assertThat(lost.reason())
                .startsWith("gone; no room; reason 7;")
                .endsWith("; and others")
                .hasSizeLessThan(220);
    }

    @Test
    void shouldKeepHalfOfTheEventsForTheStreamAndCountWhatItLeavesOut() throws Exception {
        for (int i = 0; i < 20_000; i++) {
            add(new SessionEvent.Congestion(EventCause.RECEIVERS_BEHIND, "again"));
        }
        add(new SessionEvent.StreamEnded(7));
        queue.publish();

        List<Object> all = takeAll();

        assertThat(all).hasSize(8_194).last().isEqualTo(new SessionEvent.StreamEnded(7));
        assertThat(all.get(8_192)).isEqualTo(new SessionEvent.EventsLost(20_000 - 8_192));
    }

    @Test
    void shouldBoundEventsOfTheStreamByNumber() throws Exception {
        for (int i = 0; i < 100_000; i++) {
            add(new SessionEvent.SenderLost(i, EventCause.SILENT, "silence"));
            queue.publish();
        }
        add(new SessionEvent.SessionFailed(EventCause.PROTOCOL_FAILED, "at last"));
        queue.publish();

        List<Object> all = takeAll();

        assertThat(all)
                .hasSize(16_386)
                .last()
                .isEqualTo(new SessionEvent.SessionFailed(EventCause.PROTOCOL_FAILED, "at last"));
        assertThat(all.get(16_384)).isEqualTo(new SessionEvent.EventsLost(100_000 - 16_384));
        add(new SessionEvent.StreamEnded(7));
        queue.publish();
        assertThat(takeAll()).as("there is room again").containsExactly(new SessionEvent.StreamEnded(7));
    }

    @Test
    void shouldBoundEventsByTheirBytes() throws Exception {
        String reason = "r".repeat(10_000);
        for (int i = 0; i < 1_000; i++) {
            add(new SessionEvent.MessagesLost(i, 0, 1, EventCause.NOT_HELD, reason));
        }
        queue.publish();

        assertThat(takeAll()).hasSizeLessThan(220);
    }

    @Test
    void shouldCountTheBytesThatAMessageKeeps() {
        int packetBytes = 50;
        for (int i = 0; i < 2; i++) {
            assertThat(queue.hasRoom()).isTrue();
            queue.add(new ReceivedMessage(1, i, ByteBuffer.wrap(new byte[packetBytes], 20, 1)));
        }
        assertThat(queue.hasRoom()).as("two bytes keep two packets").isFalse();
        queue.release(2, 2L * packetBytes);
        assertThat(queue.hasRoom()).isTrue();
    }

    @Test
    void shouldForgetWhatIsLeftWhenAborted() throws Exception {
        queue.add(message(1));
        queue.publish();
        queue.abort();
        queue.add(message(2));
        queue.publish();
        assertThat(take(5)).isEmpty();
        assertThat(queue.forgotten()).isEqualTo(1);
    }

    @Test
    void shouldHaveNoRoomOnceNobodyTakesMessages() {
        assertThat(queue.hasRoom()).isTrue();
        queue.refuse();
        assertThat(queue.hasRoom()).as("a yes holds until a message was added").isTrue();
        queue.add(message(1));
        assertThat(queue.hasRoom()).isFalse();
        queue.release(1, 1);
        assertThat(queue.hasRoom()).isFalse();
    }

    private void add(SessionEvent event) {
        queue.add(new TimedEvent(event, Instant.ofEpochSecond(events++)));
    }

    private ReceivedMessage message(int length) {
        return new ReceivedMessage(1, sequence++, ByteBuffer.allocate(length));
    }

    private List<Object> takeAll() throws InterruptedException {
        queue.add(message(0));
        queue.publish();
        List<Object> all = new ArrayList<>();
        while (all.isEmpty() || !(all.get(all.size() - 1) instanceof ReceivedMessage)) {
            all.addAll(take(1));
        }
        all.remove(all.size() - 1);
        return all;
    }

    private List<Object> take(long allowance) throws InterruptedException {
        ItemQueue<Object> taken = new ItemQueue<>();
        queue.take(taken, () -> allowance);
        List<Object> items = new ArrayList<>();
        while (!taken.isEmpty()) {
            Object item = taken.removeFirst();
            items.add(item instanceof TimedEvent timed ? timed.event() : item);
        }
        return items;
    }
}
