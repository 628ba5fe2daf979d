package org.rmcast.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.event.SessionEvent;

class DeliveryQueueTest {
    private final AtomicInteger wakeUps = new AtomicInteger();
    private final DeliveryQueue queue = new DeliveryQueue(10, 100, wakeUps::incrementAndGet);
    private long sequence;

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
        queue.add(new SessionEvent.Congestion("first"));
        queue.add(message(2));
        queue.add(new SessionEvent.StreamEnded(7));
        queue.publish();

        List<Object> items = take(10);
        assertThat(items).hasSize(4);
        assertThat(items.get(1)).isEqualTo(new SessionEvent.Congestion("first"));
        assertThat(items.get(3)).isEqualTo(new SessionEvent.StreamEnded(7));
    }

    @Test
    void shouldStopAtTheFirstMessageBeyondTheAllowance() throws Exception {
        queue.add(new SessionEvent.Congestion("free"));
        queue.add(message(1));
        queue.add(message(2));
        queue.publish();

        assertThat(take(1)).hasSize(2);
        assertThat(take(5)).hasSize(1);
    }

    @Test
    void shouldJoinLossesThatFollowOneAnother() throws Exception {
        queue.add(new SessionEvent.MessagesLost(1, 0, 5, "gone"));
        queue.add(new SessionEvent.MessagesLost(1, 5, 9, "gone"));
        queue.add(new SessionEvent.MessagesLost(1, 10, 12, "gone"));
        queue.publish();
        assertThat(take(0))
                .containsExactly(
                        new SessionEvent.MessagesLost(1, 0, 9, "gone"),
                        new SessionEvent.MessagesLost(1, 10, 12, "gone"));
    }

    @Test
    void shouldBoundEventsButKeepThoseOfTheStream() throws Exception {
        for (int i = 0; i < 20_000; i++) {
            queue.add(new SessionEvent.Congestion("again"));
        }
        queue.add(new SessionEvent.StreamEnded(7));
        queue.publish();
        queue.end();

        List<Object> all = new ArrayList<>();
        List<Object> some = take(1);
        while (!some.isEmpty()) {
            all.addAll(some);
            some = take(1);
        }
        assertThat(all).hasSize(16_385).last().isEqualTo(new SessionEvent.StreamEnded(7));
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

    private ReceivedMessage message(int length) {
        return new ReceivedMessage(1, sequence++, ByteBuffer.allocate(length));
    }

    private List<Object> take(long allowance) throws InterruptedException {
        Object[] chunk = new Object[100];
        int count = queue.take(chunk, () -> allowance);
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(chunk[i]);
        }
        return items;
    }
}
