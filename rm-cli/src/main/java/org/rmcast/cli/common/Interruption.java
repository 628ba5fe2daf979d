package org.rmcast.cli.common;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** Turns Ctrl-C into an interrupt of the thread that does the job, so that it can tidy up before the process ends. */
public final class Interruption {
    private static final long TIDY_SECONDS = 8;

    private Interruption() {}

    /** Runs the job in this thread; on SIGINT or SIGTERM interrupts it and waits a few seconds for its end. */
    public static int guard(IntSupplier job) {
        CountDownLatch done = new CountDownLatch(1);
        Thread worker = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interruptAndWait(worker, done), "rmcast-interruption"));
        try {
            return job.getAsInt();
        } finally {
            done.countDown();
        }
    }

    private static void interruptAndWait(Thread worker, CountDownLatch done) {
        if (done.getCount() == 0) {
            return;
        }
        worker.interrupt();
        try {
            boolean tidy = done.await(TIDY_SECONDS, TimeUnit.SECONDS);
            if (!tidy) {
                System.err.println("rmcast: did not end in " + TIDY_SECONDS + " s after the interrupt");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
