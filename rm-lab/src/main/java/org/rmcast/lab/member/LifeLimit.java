package org.rmcast.lab.member;

import java.util.concurrent.TimeUnit;

/** Ends a process after a time, whatever it does: its parent may be gone, or it may hang, and it does not stay behind. */
public final class LifeLimit {
    private static final int OUT_OF_TIME = 3;

    private LifeLimit() {}

    /** From now on. */
    public static void set(int seconds) {
        Thread thread = new Thread(() -> end(seconds), "life-limit");
        thread.setDaemon(true);
        thread.start();
    }

    private static void end(int seconds) {
        try {
            TimeUnit.SECONDS.sleep(seconds);
        } catch (InterruptedException e) {
            // Nobody interrupts it; ending early is the safe side.
        }
        Runtime.getRuntime().halt(OUT_OF_TIME);
    }
}
