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
    private static final int MOST_MESSAGES = 10_000;

    MessagePublisherVerification() {
        super(new TestEnvironment(WAIT_MILLIS, SILENCE_MILLIS), 500);
    }

    @Override
    public long maxElementsFromPublisher() {
        return MOST_MESSAGES;
    }

    @Override
    public Flow.Publisher<ReceivedMessage> createFlowPublisher(long elements) {
        return publisher(elements, null);
    }

    @Override
    public Flow.Publisher<ReceivedMessage> createFailedFlowPublisher() {
        return publisher(0, new IllegalStateException("the session failed"));
    }

    private static MessagePublisher publisher(long messages, @Nullable Throwable failure) {
        DeliveryQueue queue = new DeliveryQueue(MOST_MESSAGES, Long.MAX_VALUE, () -> {});
        DeliveryThread[] thread = new DeliveryThread[1];
        MessagePublisher publisher = new MessagePublisher(() -> thread[0].start(), queue::allowanceChanged);
        thread[0] = new DeliveryThread("tck-delivery", queue, publisher, null, null, () -> {});
        for (long i = 0; i < messages; i++) {
            queue.add(new ReceivedMessage(1, i, ByteBuffer.allocate(8)));
        }
        queue.publish();
        if (messages > 0) {
            // The end is seen behind the last message only.
            queue.end();
        } else {
            assertThat(thread[0].end(failure)).isDone();
        }
        return publisher;
    }
}
