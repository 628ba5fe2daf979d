package org.rmcast.core.session;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** How many receivers a sender knows, for those who wait until there are enough. Thread safe. */
final class ReceiverGate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile int count;
    private boolean ended;

    int count() {
        return count;
    }

    /** On the loop, after each wake-up: costs nothing while the number stays. */
    void update(int receivers) {
        if (receivers != count) {
            lock.lock();
            try {
                count = receivers;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Lets everyone go who waits. */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the number; false if it was not reached in time, or the session ended. */
    boolean await(int wanted, Duration timeout) throws InterruptedException {
        long left = SessionCore.saturatedNanos(timeout);
        lock.lockInterruptibly();
        try {
            while (count < wanted && !ended && left > 0) {
                left = changed.awaitNanos(left);
            }
            return count >= wanted;
        } finally {
            lock.unlock();
        }
    }
}
