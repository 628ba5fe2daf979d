package org.rmcast.cli.common;

import java.util.concurrent.locks.LockSupport;

/** Waits for a moment, more exactly than sleeping does. */
public final class Pause {
    private Pause() {}

    /**
     * Waits until {@link System#nanoTime()} has reached this; returns at once if it has.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public static void until(long nanoTime) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
