package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.EventCause;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.runtime.DeliveryQueue;
import org.rmcast.core.runtime.TimedEvent;

/** What ends a delivery beside the listeners is no end in silence either. */
@Timeout(60)
class DeliveryTest {
    private static final SessionEvent LATER = new SessionEvent.Congestion(EventCause.RECEIVERS_BEHIND, "later");

    private final DeliveryQueue queue = new DeliveryQueue(10, 1_000, () -> {});
    private final List<SessionEvent> events = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final CompletableFuture<Throwable> endCause = new CompletableFuture<>();
    private long sequence;

    @Test
    void shouldSayThatTheThreadHasNoMemory() throws Exception {
        OutOfMemoryError planted = new OutOfMemoryError("planted");
        Delivery delivery = new Delivery(
                "test", null, queue, new Sink(failOnce(planted)), events::add, null, failures::incrementAndGet);
        queue.add(message());
        queue.add(new TimedEvent(LATER, Instant.EPOCH));
        queue.publish();

        delivery.start();
        delivery.end(null).get(10, TimeUnit.SECONDS);

        assertThat(delivery.failure()).isSameAs(planted);
        assertThat(failures).hasValue(1);
        assertThat(endCause).isCompletedWithValue(planted);
        assertThat(events).as("what comes later still says why").containsExactly(LATER);
        assertThat(queue.hasRoom()).as("for what nobody takes").isFalse();
    }

    @Test
    void shouldSayItThoughThereIsNoMemoryToSayIt() throws Exception {
        OutOfMemoryError planted = new OutOfMemoryError("planted");
        Delivery delivery = new Delivery("test", null, queue, new Sink(failOnce(planted)), events::add, null, () -> {
            throw new OutOfMemoryError("again");
        });
        queue.add(message());
        queue.publish();

        delivery.start();
        delivery.end(null).get(10, TimeUnit.SECONDS);

        assertThat(delivery.failure()).isSameAs(planted);
        assertThat(endCause).isCompletedWithValue(planted);
    }

    /** What was taken from the queue and not passed on when the session was aborted is not forgotten in silence. */
    @Test
    void shouldCountWhatWasTakenAndNotDelivered() throws Exception {
        CompletableFuture<Void> first = new CompletableFuture<>();
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        Delivery delivery = new Delivery(
                "test",
                null,
                queue,
                new ListenerSink(message -> {
                    first.complete(null);
                    goOn.join();
                }),
                events::add,
                null,
                failures::incrementAndGet);
        for (int i = 0; i < 5; i++) {
            queue.add(message());
        }
        queue.publish();
        delivery.start();
        first.get(10, TimeUnit.SECONDS);
        queue.add(message());
        queue.publish();
        delivery.abort();
        goOn.complete(null);
        delivery.end(null).get(10, TimeUnit.SECONDS);
        assertThat(queue.forgotten()).as("all but the first").isEqualTo(5);
    }

    private ReceivedMessage message() {
        return new ReceivedMessage(1, sequence++, ByteBuffer.allocate(1));
    }

    private static LongSupplier failOnce(Error failure) {
        AtomicInteger calls = new AtomicInteger();
        return () -> {
            if (calls.getAndIncrement() == 0) {
                throw failure;
            }
            return Long.MAX_VALUE;
        };
    }

    /** Takes everything, as far as its allowance can be asked for. */
    private final class Sink implements MessageSink {
        private final LongSupplier allowance;

        Sink(LongSupplier allowance) {
            this.allowance = allowance;
        }

        @Override
        public long allowance() {
            return allowance.getAsLong();
        }

        @Override
        public boolean onMessage(ReceivedMessage message) {
            return true;
        }

        @Override
        public void onEnd(@Nullable Throwable failure) {
            endCause.complete(failure);
        }
    }
}
