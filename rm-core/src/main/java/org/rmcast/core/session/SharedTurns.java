package org.rmcast.core.session;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A session's turns on an executor that others use, too: one at a time, each short, the next one behind what others have given the
 * executor meanwhile. No thread is held between them.
 *
 * <p>An executor that takes no turn, or runs it on the thread that gives it (a loop, mostly), has refused: that ends the session, and a
 * thread of its own tells its listeners.
 */
final class SharedTurns implements DeliveryTurns {
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private enum State {
        NEW,
        /** Nothing to deliver. */
        IDLE,
        /** A turn is running, or waits for the executor. */
        BUSY,
        /** The same, and there is news since it began to look. */
        NEWS,
        DONE
    }

    private final String name;
    private final Delivery delivery;
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
    private volatile Executor executor;
    private volatile boolean refused;
    private @Nullable Thread running;
    private boolean interrupted;

    SharedTurns(String name, Executor executor, Delivery delivery) {
        this.name = name;
        this.executor = executor;
        this.delivery = delivery;
    }

    @Override
    public void start() {
        state.compareAndSet(State.NEW, State.IDLE);
        wake();
    }

    /** There may be something to deliver. From any thread. */
    void wake() {
        State seen;
        State next;
        do {
            seen = state.get();
            next = seen == State.IDLE ? State.BUSY : seen == State.BUSY ? State.NEWS : seen;
        } while (!state.compareAndSet(seen, next));
        if (seen == State.IDLE) {
            giveTurn();
        }
    }

    @Override
    public synchronized void interrupt() {
        if (running != null && !isCurrent()) {
            interrupted = true;
            running.interrupt();
        }
    }

    @Override
    public synchronized boolean isCurrent() {
        return Thread.currentThread() == running;
    }

    private void giveTurn() {
        Turn turn = new Turn();
        try {
            executor.execute(turn);
        } catch (RuntimeException | Error e) {
            refuse(turn, e);
            return;
        }
        turn.given = true;
        if (turn.cameAtOnce) {
            refuse(turn, new RejectedExecutionException("it runs a task on the thread that gives it"));
        }
    }

    private void refuse(Turn turn, Throwable cause) {
        if (!turn.taken.compareAndSet(false, true)) {
            // It runs after all.
            return;
        }
        delivery.refused(cause);
        if (refused) {
            finish();
        } else {
            refused = true;
            executor = this::onThread;
            giveTurn();
        }
    }

    private void onThread(Runnable turn) {
        Thread thread = new Thread(turn, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void finish() {
        state.set(State.DONE);
        delivery.finish();
    }

    private void runTurn() {
        boolean more;
        begin();
        try {
            state.set(State.BUSY);
            Delivery.Progress progress = delivery.deliverFor(TURN_NANOS);
            if (progress == Delivery.Progress.ENDED) {
                finish();
                return;
            }
            more = progress == Delivery.Progress.MORE;
        } finally {
            end();
        }
        if (more || !state.compareAndSet(State.BUSY, State.IDLE)) {
            giveTurn();
        }
    }

    private synchronized void begin() {
        running = Thread.currentThread();
    }

    /** The thread goes back to others: an interrupt was meant for this session alone. */
    private synchronized void end() {
        running = null;
        if (interrupted) {
            interrupted = false;
            Thread.interrupted();
        }
    }

    private final class Turn implements Runnable {
        private final Thread giver = Thread.currentThread();
        private final AtomicBoolean taken = new AtomicBoolean();
        private volatile boolean given;
        private volatile boolean cameAtOnce;

        @Override
        public void run() {
            if (!given && Thread.currentThread() == giver) {
                cameAtOnce = true;
            } else if (taken.compareAndSet(false, true)) {
                runTurn();
            }
        }
    }
}
