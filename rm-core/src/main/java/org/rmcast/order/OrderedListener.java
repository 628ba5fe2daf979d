package org.rmcast.order;

/** Takes messages in their order, one at a time, on the thread of the order. */
@FunctionalInterface
public interface OrderedListener {
    /**
     * The next message. It may block, which slows all members down in the end. An exception thrown here ends the session: a state that
     * has left out a message is no longer that of the others.
     */
    void onMessage(OrderedMessage message) throws Exception;
}
