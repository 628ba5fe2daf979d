package org.rmcast.core.session;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** What the sessions of one JVM may fill of its heap, all together. Thread safe. */
final class SessionHeap {
    /** Of this JVM. */
    static final SessionHeap JVM = new SessionHeap(Runtime.getRuntime().maxMemory());

    /** The share of the heap that sessions' buffers may take, in percent. */
    static final int MAX_PERCENT = 80;

    private final long maxBytes;
    private long reservedBytes;

    /** @param maxBytes the heap's limit */
    SessionHeap(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** The heap's limit. */
    long maxBytes() {
        return maxBytes;
    }

    /** What sessions may have of it. */
    long limitBytes() {
        return maxBytes / 100 * MAX_PERCENT;
    }

    /** What no session has yet. */
    synchronized long freeBytes() {
        return limitBytes() - reservedBytes;
    }

    /**
     * Reserves what a session takes.
     *
     * @param fit finds what fits, or throws; others wait meanwhile
     */
    synchronized Reservation reserve(Function<SessionHeap, SessionMemory> fit) {
        SessionMemory memory = fit.apply(this);
        reservedBytes += memory.bytes();
        return new Reservation(memory);
    }

    private synchronized void giveBack(long bytes) {
        reservedBytes -= bytes;
    }

    /** A session's share. */
    final class Reservation {
        private final SessionMemory memory;
        private final AtomicBoolean released = new AtomicBoolean();

        private Reservation(SessionMemory memory) {
            this.memory = memory;
        }

        SessionMemory memory() {
            return memory;
        }

        /** Gives it back; more than once does nothing. */
        void release() {
            if (released.compareAndSet(false, true)) {
                giveBack(memory.bytes());
            }
        }
    }
}
