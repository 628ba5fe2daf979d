package org.rmcast.core.runtime;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.transport.DatagramTransport;

/**
 * The one timer of a runner, or of a path. It is moved only when the deadline comes nearer; one that moved away lets the timer ring in
 * vain, once, which costs less than moving it at each wake-up. Runs on the loop.
 */
public final class WakeUp {
    private final DatagramTransport transport;
    private final Runnable task;
    private @Nullable Future<?> scheduled;
    private long scheduledNanos;

    /** Makes a timer that is not set. */
    public WakeUp(DatagramTransport transport, Runnable task) {
        this.transport = transport;
        this.task = task;
    }

    /** Runs the task at this time or before; never mind if it is {@link ProtocolEngine#NO_DEADLINE}. */
    public void setBy(long deadlineNanos, long nowNanos) {
        if (deadlineNanos == ProtocolEngine.NO_DEADLINE) {
            return;
        }
        if (scheduled != null) {
            if (scheduledNanos - deadlineNanos <= 0) {
                return;
            }
            scheduled.cancel(false);
        }
        scheduledNanos = deadlineNanos;
        scheduled = transport.schedule(this::ring, deadlineNanos - nowNanos);
    }

    void cancel() {
        if (scheduled != null) {
            scheduled.cancel(false);
            scheduled = null;
        }
    }

    private void ring() {
        scheduled = null;
        task.run();
    }
}
