package org.rmcast.core.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.runtime.DeliveryQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread on which an application's listeners and subscribers run: takes messages and events from the queue in their
 * order. Room is given back while a chunk is being worked on, so that a slow listener is seen as it is.
 */
final class DeliveryThread {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryThread.class);
    private static final int RELEASE_MESSAGES = 32;
    private static final long RELEASE_BYTES = 256 * 1024;

    private final DeliveryQueue queue;
    private final MessageSink sink;
    private final @Nullable EventListener events;
    private final Consumer<Throwable> onListenerFailure;
    private final Thread thread;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile @Nullable Throwable sessionFailure;
    private boolean listenerFailed;
    private int doneMessages;
    private long doneBytes;

    /**
     * Makes a thread that is not yet started.
     *
     * @param onListenerFailure what to do when the sink throws; messages are dropped from then on
     */
    DeliveryThread(
            String name,
            DeliveryQueue queue,
            MessageSink sink,
            @Nullable EventListener events,
            Consumer<Throwable> onListenerFailure) {
        this.queue = queue;
        this.sink = sink;
        this.events = events;
        this.onListenerFailure = onListenerFailure;
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(true);
    }

    /** Starts it, once. */
    void start() {
        if (started.compareAndSet(false, true)) {
            thread.start();
        }
    }

    /** Says that no more will come; returns when everything has been delivered, or at once if nobody takes it. */
    CompletableFuture<Void> end(@Nullable Throwable failure) {
        sessionFailure = failure;
        queue.end();
        if (started.compareAndSet(false, true)) {
            sink.onEnd(failure);
            done.complete(null);
        }
        return done;
    }

    /** Gives up what has not been delivered, and interrupts a listener. */
    void abort() {
        queue.abort();
        if (!done.isDone() && started.get() && Thread.currentThread() != thread) {
            thread.interrupt();
        }
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    private void run() {
        try {
            Object[] chunk = new Object[sink.chunk()];
            int count = queue.take(chunk, sink::allowance);
            while (count > 0) {
                deliver(chunk, count);
                count = queue.take(chunk, sink::allowance);
            }
        } catch (InterruptedException e) {
            LOG.debug("{} was interrupted", thread.getName());
        } finally {
            end();
        }
    }

    private void end() {
        try {
            sink.onEnd(endCause());
        } catch (RuntimeException | Error e) {
            LOG.warn("{}: a subscriber threw at the end", thread.getName(), e);
        } finally {
            done.complete(null);
        }
    }

    private @Nullable Throwable endCause() {
        int forgotten = queue.forgotten();
        return sessionFailure != null || forgotten == 0
                ? sessionFailure
                : new IllegalStateException("the session ended before " + forgotten + " messages were taken");
    }

    private void deliver(Object[] chunk, int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            if (chunk[i] instanceof ReceivedMessage message) {
                deliverMessage(message);
            } else if (chunk[i] instanceof SessionEvent event) {
                deliverEvent(event);
            }
            chunk[i] = this;
        }
        release();
    }

    private void deliverMessage(ReceivedMessage message) throws InterruptedException {
        if (!listenerFailed) {
            try {
                sink.onMessage(message);
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception | Error e) {
                listenerFailed = true;
                onListenerFailure.accept(e);
            }
        }
        doneMessages++;
        doneBytes += message.length();
        if (doneMessages >= RELEASE_MESSAGES || doneBytes >= RELEASE_BYTES) {
            release();
        }
    }

    private void deliverEvent(SessionEvent event) {
        if (events != null) {
            try {
                events.onEvent(event);
            } catch (RuntimeException | Error e) {
                LOG.warn("{}: the event listener threw on {}", thread.getName(), event, e);
            }
        }
    }

    private void release() {
        if (doneMessages > 0) {
            queue.release(doneMessages, doneBytes);
            doneMessages = 0;
            doneBytes = 0;
        }
    }
}
