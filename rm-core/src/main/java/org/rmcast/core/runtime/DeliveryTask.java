package org.rmcast.core.runtime;

/** Something that the delivery thread does in its place among the messages. */
@FunctionalInterface
public interface DeliveryTask {
    /** Does it; what is thrown ends the session as failed. */
    void run() throws Exception;
}
