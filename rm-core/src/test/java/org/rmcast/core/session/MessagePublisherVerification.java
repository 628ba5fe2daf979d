package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.core.runtime.DeliveryQueue;

/** A session's publisher before the Reactive Streams TCK: queue, delivery thread and publisher as in a session, messages from here. */
class MessagePublisherVerification extends FlowPublisherVerification<ReceivedMessage> {
    private static final long WAIT_MILLIS = 200;
    private static final long SILENCE_MILLIS = 40;
    private static final int MOST_WAITING = 1_000;

    MessagePublisherVerification() {
        super(new TestEnvironment(WAIT_MILLIS, SILENCE_MILLIS), 500);
    }

    @Override
    public Flow.Publisher<ReceivedMessage> createFlowPublisher(long elements) {
        return new Source(elements).publisher(null);
    }

    @Override
    public Flow.Publisher<ReceivedMessage> createFailedFlowPublisher() {
        return new Source(0).publisher(new IllegalStateException("the session failed"));
    }

    /** What the loop is in a session: messages come as long as there is room for them, and their end behind the last one. */
    private static final class Source {
        private final DeliveryQueue queue = new DeliveryQueue(MOST_WAITING, Long.MAX_VALUE, this::feed);
        private final MessagePublisher publisher = new MessagePublisher(this::start, queue::look);
        private final Delivery delivery = new Delivery("tck-delivery", null, queue, publisher, null, null, () -> {});
        private final long messages;
        private long fed;

        Source(long messages) {
            this.messages = messages;
        }

        Flow.Publisher<ReceivedMessage> publisher(@Nullable Throwable failure) {
            if (messages == 0) {
                assertThat(delivery.end(failure)).isDone();
            } else {
                feed();
            }
            return publisher;
        }

        private void start() {
            delivery.start();
        }

        /** At first before anybody subscribes, then on the delivery thread when it has made room. */
        private void feed() {
            while (fed < messages && queue.hasRoom()) {
                queue.add(new ReceivedMessage(1, fed++, ByteBuffer.allocate(8)));
            }
            queue.publish();
            if (fed == messages) {
                queue.end();
            }
        }
    }
}
