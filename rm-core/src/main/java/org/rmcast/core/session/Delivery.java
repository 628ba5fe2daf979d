package org.rmcast.core.session;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventListener;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.buffer.ItemQueue;
import org.rmcast.core.runtime.DeliveryQueue;
import org.rmcast.core.runtime.DeliveryTask;
import org.rmcast.core.runtime.TimedEvent;
import org.rmcast.core.text.MemberText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes messages and events from the queue to an application's listeners and subscribers, in their order; on a thread of its own, or in
 * turns on an executor that others use, too. Room is given back while a chunk is being worked on, so that a slow listener is seen as it is.
 *
 * <p>It ends with the session, never by itself. Whatever else would end it is a failure, which the
 * session is told: a message listener that throws; one that is interrupted, whether it throws {@link InterruptedException} or
 * leaves its thread's flag set (it was told to stop, and says so in the one way or the other); an {@link Error} beside the
 * listeners; an executor that refuses. From then on no message is taken, and no room given back, so that nothing is confirmed that nobody
 * gets; events still are, so that the application hears why. An event listener's exceptions and flags are logged, and otherwise ignored.
 */
final class Delivery {
    /** How far a turn came. */
    enum Progress {
        /** There is more to deliver. */
        MORE,
        /** There is nothing for now. */
        WAITS,
        /** All was delivered. */
        ENDED
    }

    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
    private static final int RELEASE_MESSAGES = 32;
    private static final long RELEASE_BYTES = 256 * 1024;

    private static final int TURN_MESSAGES = 256;

    private final String name;
    private final DeliveryQueue queue;
    private final MessageSink sink;
    private final @Nullable EventListener events;
    private final Runnable onFailure;
    private final @Nullable StateLink state;
    private final DeliveryTurns turns;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile @Nullable Throwable sessionFailure;
    private volatile @Nullable Throwable failure;
    private volatile boolean aborted;
    private int doneMessages;
    private long doneBytes;

    /**
     * Makes one that is not yet started.
     *
     * @param name of its thread, if it has one
     * @param executor on which it runs, null for a thread of its own
     * @param state what messages the application has otherwise, null if it has no state
     * @param onFailure says that {@link #failure} has something to say; called where it delivers, once at most, and may fail
     */
    Delivery(
            String name,
            @Nullable Executor executor,
            DeliveryQueue queue,
            MessageSink sink,
            @Nullable EventListener events,
            @Nullable StateLink state,
            Runnable onFailure) {
        this.queue = queue;
        this.sink = sink;
        this.events = events;
        this.state = state;
        this.onFailure = onFailure;
        this.name = name;
        if (executor == null) {
            this.turns = new DeliveryThread(name, this::deliverAll);
        } else {
            SharedTurns shared = new SharedTurns(name, executor, this);
            this.turns = shared;
            queue.onChange(shared::wake);
        }
    }

    /** Starts it, once. */
    void start() {
        if (started.compareAndSet(false, true)) {
            turns.start();
        }
    }

    /** Why it can deliver no more, or null. From any thread. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Says that no more will come; returns when everything has been delivered, or at once if nobody takes it. */
    CompletableFuture<Void> end(@Nullable Throwable cause) {
        sessionFailure = cause;
        queue.end();
        if (started.compareAndSet(false, true)) {
            sink.onEnd(cause);
            done.complete(null);
        }
        return done;
    }

    /** Gives up what has not been delivered, and interrupts a listener. */
    void abort() {
        aborted = true;
        queue.abort();
        if (!done.isDone() && started.get()) {
            turns.interrupt();
        }
    }

    boolean isCurrent() {
        return turns.isCurrent();
    }

    private void deliverAll() {
        try {
            boolean more = true;
            while (more) {
                more = deliverChunk();
            }
        } finally {
            finish();
        }
    }

    /** Delivers what there is, waiting for it; false if that was all. */
    private boolean deliverChunk() {
        try {
            ItemQueue<Object> chunk = new ItemQueue<>();
            boolean more = queue.take(chunk, this::allowance);
            deliver(chunk, () -> false);
            return more;
        } catch (Exception | Error e) {
            return goesOnAfter(e);
        }
    }

    /** Once more for the events that tell of it; not for ever, should it happen again. */
    private boolean goesOnAfter(Throwable cause) {
        boolean again = failure == null && !aborted;
        fail(cause);
        return again;
    }

    /**
     * Delivers what there is without waiting, and for so long, or one message more: others want the thread. One thread at a time; {@link
     * #finish} follows once it has ended.
     */
    Progress deliverFor(long nanos) {
        long beganNanos = System.nanoTime();
        BooleanSupplier isOver = () -> System.nanoTime() - beganNanos >= nanos;
        try {
            do {
                ItemQueue<Object> chunk = new ItemQueue<>();
                boolean more = queue.poll(chunk, () -> Math.min(allowance(), TURN_MESSAGES));
                if (chunk.isEmpty()) {
                    return more ? Progress.WAITS : Progress.ENDED;
                }
                deliver(chunk, isOver);
            } while (!isOver.getAsBoolean());
            return Progress.MORE;
        } catch (Exception | Error e) {
            return goesOnAfter(e) ? Progress.MORE : Progress.ENDED;
        }
    }

    /** Nobody delivers any more. */
    void refused(Throwable cause) {
        fail(new DeliveryRefusedException(cause));
    }

    private long allowance() {
        return failure == null ? sink.allowance() : Long.MAX_VALUE;
    }

    /** What comes behind the last message. */
    void finish() {
        try {
            sink.onEnd(endCause());
        } catch (Exception | Error e) {
            LOG.warn("{}: a subscriber threw at the end", name, e);
        } finally {
            done.complete(null);
        }
    }

    private @Nullable Throwable endCause() {
        Throwable cause = sessionFailure != null ? sessionFailure : failure;
        int forgotten = queue.forgotten();
        return cause != null || forgotten == 0
                ? cause
                : new IllegalStateException("the session ended before " + forgotten + " messages were taken");
    }

    private void deliver(ItemQueue<Object> chunk, BooleanSupplier isOver) {
        boolean goesOn = true;
        while (goesOn && !chunk.isEmpty() && !aborted) {
            Object item = chunk.removeFirst();
            if (deliverItem(item)) {
                goesOn = !isOver.getAsBoolean();
            } else {
                chunk.addFirst(item);
                goesOn = false;
            }
        }
        release();
        if (!goesOn) {
            queue.putBack(chunk);
        } else if (!chunk.isEmpty()) {
            queue.forget(chunk.count(ReceivedMessage.class));
        }
    }

    /** Passes an item on; false if it cannot be done now, so that it has to be kept. */
    private boolean deliverItem(Object item) {
        if (item instanceof ReceivedMessage message) {
            return deliverMessage(message);
        }
        if (item instanceof DeliveryTask task) {
            return task.isReady() && run(task);
        }
        if (item instanceof TimedEvent timed) {
            SessionEvent news = state == null ? timed.event() : state.newPart(timed.event());
            if (news != null) {
                deliverEvent(news, timed.time());
            }
        }
        return true;
    }

    /** Passes a message on; false if nobody takes it now, so that it has to be kept. */
    private boolean deliverMessage(ReceivedMessage message) {
        if (failure != null) {
            return true;
        }
        try {
            if ((state == null || state.isNew(message)) && !sink.onMessage(message)) {
                return false;
            }
            if (Thread.interrupted()) {
                fail(new InterruptedException("the listener left its thread interrupted at message "
                        + message.sequence() + " of " + MemberText.of(message.sourceId())));
                return true;
            }
        } catch (Exception | Error e) {
            fail(e);
            return true;
        }
        doneMessages++;
        doneBytes += message.heldBytes();
        if (doneMessages >= RELEASE_MESSAGES || doneBytes >= RELEASE_BYTES) {
            release();
        }
        return true;
    }

    private boolean run(DeliveryTask task) {
        if (failure != null) {
            return true;
        }
        release();
        boolean done = true;
        try {
            done = task.run();
            if (Thread.interrupted() && !aborted) {
                fail(new InterruptedException("the application left its thread interrupted at its state"));
            }
        } catch (Exception | Error e) {
            fail(e);
        }
        return done;
    }

    /** Passes an event on; also what happens in a task. Where it delivers. */
    void deliverEvent(SessionEvent event, Instant time) {
        if (events == null) {
            return;
        }
        try {
            events.onEvent(event, time);
        } catch (Exception | Error e) {
            LOG.warn("{}: the event listener threw on {}", name, event, e);
        } finally {
            if (Thread.interrupted() && !aborted) {
                LOG.warn("{}: the event listener left its thread interrupted on {}", name, event);
            }
        }
    }

    /** First what needs no memory: there may be none. */
    private void fail(Throwable cause) {
        if (failure == null && !aborted) {
            failure = cause;
            queue.refuse();
            try {
                onFailure.run();
            } catch (RuntimeException | Error e) {
                // Then whoever asks hears of it.
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
