package org.rmcast.core.runtime;

/** Something to be done at its place among the messages, where the application's code runs. */
public interface DeliveryTask {
    /** Whether it can go on without waiting for the loop. Until then nothing behind it is delivered; see {@link DeliveryQueue#look}. */
    default boolean isReady() {
        return true;
    }

    /**
     * Does it, as far as that goes now.
     *
     * @return whether it is done; if not, it runs again when it is ready
     */
    boolean run() throws Exception;
}
