package org.rmcast.api;

import java.io.OutputStream;

/** Gives an application's state to a member that asks for it, see {@link SessionBuilder#state}. */
@FunctionalInterface
public interface StateProvider {
    /**
     * Writes the whole state. Called on the delivery thread between two messages: what was delivered so far is to be in it, and nothing
     * else that came by messages. Keep it short: no message is delivered meanwhile. What is written is held in memory, and is
     * limited ({@link SessionBuilder#stateBytes}).
     *
     * @throws Exception if there is no state to give now; who asked turns to another member
     */
    void write(OutputStream out) throws Exception;
}
