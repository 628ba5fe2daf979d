package org.rmcast.core.session;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.ReceivedMessage;

/**
 * Passes messages to one subscriber at a time, as many as it asks for. After a cancellation another may subscribe, and
 * gets what comes next. Signals are sent on the delivery thread; a refused subscriber hears of it on its own.
 */
final class MessagePublisher implements Flow.Publisher<ReceivedMessage>, MessageSink {
    private final Runnable onSubscribed;
    private final Runnable allowanceChanged;
    private final AtomicReference<@Nullable Demand> current = new AtomicReference<>();
    private boolean ended;
    private @Nullable Throwable failure;

    /**
     * Makes a publisher without subscriber.
     *
     * @param onSubscribed runs before the first message to a new subscriber
     * @param allowanceChanged runs when {@link #allowance()} may have grown
     */
    MessagePublisher(Runnable onSubscribed, Runnable allowanceChanged) {
        this.onSubscribed = onSubscribed;
        this.allowanceChanged = allowanceChanged;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ReceivedMessage> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        Demand demand = new Demand(subscriber);
        boolean accepted;
        synchronized (this) {
            accepted = !ended && current.compareAndSet(null, demand);
        }
        demand.introduce();
        if (accepted) {
            onSubscribed.run();
        } else {
            refuse(subscriber);
        }
    }

    private synchronized void refuse(Flow.Subscriber<? super ReceivedMessage> subscriber) {
        if (!ended) {
            subscriber.onError(new IllegalStateException("the session's messages have a subscriber already"));
        } else if (failure != null) {
            subscriber.onError(failure);
        } else {
            subscriber.onComplete();
        }
    }

    @Override
    public long allowance() {
        Demand demand = current.get();
        // One at a time: the subscriber may leave, and the next one gets the rest.
        return demand == null ? 0 : Math.min(1, demand.wanted());
    }

    @Override
    public void onMessage(ReceivedMessage message) {
        Demand demand = current.get();
        if (demand != null) {
            demand.pass(message);
        }
    }

    @Override
    public void onEnd(@Nullable Throwable cause) {
        Demand demand;
        synchronized (this) {
            ended = true;
            failure = cause;
            demand = current.getAndSet(null);
        }
        if (demand != null) {
            demand.end(cause);
        }
    }

    private final class Demand implements Flow.Subscription {
        private final Flow.Subscriber<? super ReceivedMessage> subscriber;
        private final AtomicLong wanted = new AtomicLong();
        private volatile boolean refusedRequest;

        Demand(Flow.Subscriber<? super ReceivedMessage> subscriber) {
            this.subscriber = subscriber;
        }

        void introduce() {
            subscriber.onSubscribe(this);
        }

        long wanted() {
            return wanted.get();
        }

        void pass(ReceivedMessage message) {
            wanted.updateAndGet(n -> n == Long.MAX_VALUE ? n : n - 1);
            subscriber.onNext(message);
        }

        void end(@Nullable Throwable cause) {
            if (refusedRequest) {
                return;
            }
            if (cause == null) {
                subscriber.onComplete();
            } else {
                subscriber.onError(cause);
            }
        }

        @Override
        public void request(long count) {
            if (count <= 0) {
                if (current.compareAndSet(this, null)) {
                    refusedRequest = true;
                    subscriber.onError(
                            new IllegalArgumentException("a subscriber must request at least 1, was " + count));
                }
                return;
            }
            wanted.updateAndGet(n -> n + count < 0 ? Long.MAX_VALUE : n + count);
            allowanceChanged.run();
        }

        @Override
        public void cancel() {
            current.compareAndSet(this, null);
        }
    }
}
