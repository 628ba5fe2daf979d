package org.rmcast.core.session;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.ReceivedMessage;

/**
 * Passes messages to one subscriber at a time, as many as it asks for. After a cancellation another may subscribe, and
 * gets what comes next: a message that was on its way to who left is not lost.
 *
 * <p>Messages are signalled on the delivery thread. {@code onSubscribe} runs on the subscriber's own thread, and so does the refusal
 * of a second subscriber; the end of a subscription comes on the delivery thread, or on the thread that asked for nothing. Signals
 * never overlap (Reactive Streams, rules 1.3 and 1.9), and none is sent under a lock.
 */
final class MessagePublisher implements Flow.Publisher<ReceivedMessage>, MessageSink {
    private final Runnable onSubscribed;
    private final Runnable allowanceChanged;
    private final AtomicReference<@Nullable Demand> current = new AtomicReference<>();
    private final AtomicReference<@Nullable End> ended = new AtomicReference<>();

    /** How it ended: in good order without a cause. */
    private record End(@Nullable Throwable cause) {
        void tell(Flow.Subscriber<?> subscriber) {
            if (cause == null) {
                subscriber.onComplete();
            } else {
                subscriber.onError(cause);
            }
        }
    }

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
        boolean accepted = current.compareAndSet(null, demand);
        // Whoever ends from now on sees this one; who ended before has left word.
        End end = ended.get();
        if (end != null) {
            demand.end(end);
        } else if (!accepted) {
            demand.end(new End(new IllegalStateException("the session's messages have a subscriber already")));
        }
        demand.introduce();
    }

    @Override
    public long allowance() {
        Demand demand = current.get();
        // One at a time: the subscriber may leave, and the next one gets the rest.
        return demand == null ? 0 : Math.min(1, demand.wanted());
    }

    @Override
    public boolean onMessage(ReceivedMessage message) {
        Demand demand = current.get();
        return demand != null && demand.pass(message);
    }

    @Override
    public void onEnd(@Nullable Throwable cause) {
        End end = new End(cause);
        ended.set(end);
        Demand demand = current.get();
        if (demand != null) {
            demand.end(end);
        }
    }

    private final class Demand implements Flow.Subscription {
        private final Flow.Subscriber<? super ReceivedMessage> subscriber;
        private final AtomicLong wanted = new AtomicLong();
        private final AtomicReference<@Nullable End> end = new AtomicReference<>();
        /** Whether it was cancelled, or was told its end. */
        private final AtomicBoolean over = new AtomicBoolean();
        /** Who makes it 1 may signal; who comes meanwhile adds 1 and leaves it to the other. 1 at first, for {@code onSubscribe}. */
        private final AtomicInteger signals = new AtomicInteger(1);

        private volatile boolean introduced;

        Demand(Flow.Subscriber<? super ReceivedMessage> subscriber) {
            this.subscriber = subscriber;
        }

        /** The first signal of all; the end follows if it came meanwhile. */
        void introduce() {
            try {
                subscriber.onSubscribe(this);
                introduced = true;
            } finally {
                if (!introduced) {
                    cancel();
                }
                endSignal();
            }
            if (!over.get()) {
                onSubscribed.run();
                allowanceChanged.run();
            }
        }

        long wanted() {
            return introduced && end.get() == null && !over.get() ? wanted.get() : 0;
        }

        /** Passes a message on if it is still wanted. On the delivery thread. */
        boolean pass(ReceivedMessage message) {
            if (wanted() == 0 || signals.getAndIncrement() != 0) {
                return false;
            }
            boolean taken = wanted() > 0;
            try {
                if (taken) {
                    wanted.updateAndGet(n -> n == Long.MAX_VALUE ? n : n - 1);
                    subscriber.onNext(message);
                }
            } finally {
                endSignal();
            }
            return taken;
        }

        /** Tells the end, at once or behind the signal that is being sent. The first end counts. */
        void end(End how) {
            if (end.compareAndSet(null, how) && signals.getAndIncrement() == 0) {
                endSignal();
            }
        }

        /** A signal was sent: what others left for now follows. */
        private void endSignal() {
            int seen = 1;
            do {
                End how = end.get();
                if (how != null && leave()) {
                    how.tell(subscriber);
                }
                seen = signals.addAndGet(-seen);
            } while (seen != 0);
        }

        private boolean leave() {
            boolean left = over.compareAndSet(false, true);
            current.compareAndSet(this, null);
            return left;
        }

        @Override
        public void request(long count) {
            if (count <= 0) {
                end(new End(new IllegalArgumentException("a subscriber must request at least 1, was " + count)));
                return;
            }
            wanted.updateAndGet(n -> n + count < 0 ? Long.MAX_VALUE : n + count);
            allowanceChanged.run();
        }

        @Override
        public void cancel() {
            leave();
        }
    }
}
