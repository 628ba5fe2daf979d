package org.rmcast.core.session;

/** What a {@link Delivery} runs on: one thread at a time. */
interface DeliveryTurns {
    /** Begins, once. */
    void start();

    /** Interrupts the listener that is running, if there is one and it is not who calls. */
    void interrupt();

    /** Whether the calling thread is the one that delivers now. */
    boolean isCurrent();
}
