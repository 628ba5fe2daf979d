package org.rmcast.core.session;

import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionOptions;
import org.rmcast.api.StateConsumer;
import org.rmcast.api.StateProvider;
import org.rmcast.core.driver.StateApplication;
import org.rmcast.core.driver.StateFilter;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.engine.StateVector;
import org.rmcast.core.runtime.DeliveryQueue;
import org.rmcast.core.runtime.DeliveryTask;
import org.rmcast.core.runtime.EngineRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session's application as one with a state. Its places in the delivery queue, where it writes its state or waits for another one's,
 * are tasks for the delivery thread; the methods of {@link StateApplication} run on the loop.
 */
final class StateLink implements StateApplication {
    private static final Logger LOG = LoggerFactory.getLogger(StateLink.class);

    private final StateProvider provider;
    private final StateConsumer consumer;
    private final long mostBytes;
    private final DeliveryQueue queue;
    private final Consumer<Runnable> onLoop;
    private final Supplier<EngineRunner> runner;
    private final Consumer<SessionEvent> report;
    /** Of the delivery thread. */
    private StateFilter filter = StateFilter.NONE;
    /** Of the loop. */
    private @Nullable Hold hold;

    /**
     * @param onLoop runs something on the loop
     * @param runner the session's, once it is made
     * @param report takes the outcome; called on the delivery thread in its place among the messages
     */
    StateLink(
            SessionOptions options,
            DeliveryQueue queue,
            Consumer<Runnable> onLoop,
            Supplier<EngineRunner> runner,
            Consumer<SessionEvent> report) {
        this.provider = required(options.stateProvider());
        this.consumer = required(options.stateConsumer());
        this.mostBytes = options.stateBytes();
        this.queue = queue;
        this.onLoop = onLoop;
        this.runner = runner;
        this.report = report;
    }

    private static <T> T required(@Nullable T part) {
        if (part == null) {
            throw new IllegalArgumentException("a state has a provider and a consumer");
        }
        return part;
    }

    // On the delivery thread.

    /** Whether a message is not in the state that was taken over. */
    boolean isNew(ReceivedMessage message) {
        return filter.isNew(message);
    }

    /** What is news of an event, null if it is none. */
    @Nullable
    SessionEvent newPart(SessionEvent event) {
        return event instanceof SessionEvent.MessagesLost loss ? filter.newPart(loss) : event;
    }

    private boolean write(long id) throws InterruptedException {
        SnapshotBuffer written = new SnapshotBuffer(mostBytes);
        boolean done = false;
        try {
            provider.write(written);
            done = true;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            LOG.warn("a state was asked for and could not be written: {}", e.toString());
        } finally {
            SnapshotBuffer content = done ? written : null;
            onLoop.accept(() -> runner.get().snapshotTaken(id, content));
        }
        return true;
    }

    // On the loop.

    @Override
    public boolean provides() {
        return true;
    }

    @Override
    public void hold() {
        Hold fresh = new Hold();
        hold = fresh;
        queue.add(fresh);
    }

    @Override
    public void snapshot(long id) {
        queue.add(() -> write(id));
    }

    @Override
    public void begin(long providerId, StateVector vector, boolean whole) {
        Hold present = hold;
        if (present != null) {
            present.begin(new StateStream(
                    providerId,
                    vector,
                    whole,
                    () -> onLoop.accept(() -> runner.get().onWork())));
        }
    }

    @Override
    public int room() {
        StateStream stream = stream();
        return stream == null ? 0 : stream.room();
    }

    @Override
    public void bytes(byte[] from, int offset, int count) {
        StateStream stream = stream();
        if (stream != null) {
            stream.add(from, offset, count);
        }
    }

    private @Nullable StateStream stream() {
        Hold present = hold;
        return present == null ? null : present.latest;
    }

    @Override
    public void end() {
        StateStream stream = stream();
        if (stream != null) {
            stream.end();
        }
        hold = null;
    }

    @Override
    public void failed(boolean first, Reason reason) {
        Hold present = hold;
        if (present != null) {
            present.fail(first, reason);
        }
        hold = null;
    }

    /** A place in the delivery queue where the application waits for a state: it is read there once there is one. */
    private final class Hold implements DeliveryTask {
        /** Of the loop. */
        private @Nullable StateStream latest;

        private @Nullable StateStream next;
        private SessionEvent.@Nullable StateFailed failure;

        void begin(StateStream stream) {
            StateStream before = latest;
            latest = stream;
            if (before != null) {
                before.breakOff("another one's is taken");
            }
            synchronized (this) {
                next = stream;
            }
            queue.look();
        }

        void fail(boolean first, Reason reason) {
            StateStream before = latest;
            synchronized (this) {
                failure = new SessionEvent.StateFailed(first, reason.cause(), reason.text());
            }
            if (before != null) {
                before.breakOff(reason.text());
            }
            queue.look();
        }

        @Override
        public synchronized boolean isReady() {
            return next != null || failure != null;
        }

        /** On the delivery thread; not done where the state broke off and another one may come. */
        @Override
        public boolean run() throws Exception {
            SessionEvent.StateFailed failed = failure();
            if (failed != null) {
                report.accept(failed);
                return true;
            }
            StateStream stream = takeNext();
            if (stream == null || !isRead(stream)) {
                return false;
            }
            filter = new StateFilter(stream.vector());
            report.accept(new SessionEvent.StateReceived(stream.providerId(), stream.total(), stream.isWhole()));
            return true;
        }

        private synchronized SessionEvent.@Nullable StateFailed failure() {
            return failure;
        }

        private synchronized @Nullable StateStream takeNext() {
            StateStream taken = next;
            next = null;
            return taken;
        }

        private boolean isRead(StateStream stream) throws Exception {
            try {
                consumer.read(stream);
                stream.drain();
                return true;
            } catch (IOException | RuntimeException e) {
                if (!stream.isBroken()) {
                    throw e;
                }
                return false;
            }
        }
    }
}
