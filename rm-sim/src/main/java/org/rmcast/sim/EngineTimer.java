package org.rmcast.sim;

/**
 * The one wake-up that a runner keeps for an engine. A deadline that moves back leaves the event in the queue, which then
 * waits again, so that engines may move their deadline at every call.
 */
final class EngineTimer {
    private static final long NONE = -1;
    private static final int MAX_WITHOUT_TIME = 100_000;

    private final EventQueue queue;
    private final Runnable wakeUp;
    private final EventQueue.Event event = this::onEvent;
    private long queuedNanos = NONE;
    private long wantedNanos = NONE;
    private long lastNanos = NONE;
    private int withoutTime;

    /** Makes a timer that calls {@code wakeUp} when the time wanted has come. */
    EngineTimer(EventQueue queue, Runnable wakeUp) {
        this.queue = queue;
        this.wakeUp = wakeUp;
    }

    /** The engine wants to be called at this time, not before now. */
    void set(long atNanos) {
        wantedNanos = atNanos;
        if (queuedNanos == NONE || atNanos < queuedNanos) {
            queuedNanos = atNanos;
            queue.add(atNanos, event);
        }
    }

    /** The engine waits for nothing. */
    void clear() {
        wantedNanos = NONE;
    }

    /** Whether the engine was called again and again while time stood still. */
    boolean isStuck() {
        return withoutTime > MAX_WITHOUT_TIME;
    }

    private void onEvent(long nowNanos) {
        if (nowNanos != queuedNanos) {
            return;
        }
        queuedNanos = NONE;
        if (wantedNanos == NONE) {
            return;
        }
        if (wantedNanos > nowNanos) {
            set(wantedNanos);
            return;
        }
        withoutTime = nowNanos == lastNanos ? withoutTime + 1 : 0;
        lastNanos = nowNanos;
        wakeUp.run();
    }
}
