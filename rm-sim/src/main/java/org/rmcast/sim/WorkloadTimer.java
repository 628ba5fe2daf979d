package org.rmcast.sim;

/** Wakes a member when its workload's next message is due. */
final class WorkloadTimer {
    private static final long NONE = -1;

    private final EventQueue queue;
    private final Runnable wakeUp;
    private final EventQueue.Event event = this::onEvent;
    private long queuedNanos = NONE;

    WorkloadTimer(EventQueue queue, Runnable wakeUp) {
        this.queue = queue;
        this.wakeUp = wakeUp;
    }

    /** The application has nothing to send before this time, or {@link SendingApplication#NEVER}. */
    void await(long dueNanos) {
        if (dueNanos != SendingApplication.NEVER && queuedNanos == NONE) {
            queuedNanos = dueNanos;
            queue.add(dueNanos, event);
        }
    }

    private void onEvent(long nowNanos) {
        queuedNanos = NONE;
        wakeUp.run();
    }
}
