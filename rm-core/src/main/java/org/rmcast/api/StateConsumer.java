package org.rmcast.api;

import java.io.InputStream;

/** Takes over the state of another member, see {@link SessionBuilder#state}. */
@FunctionalInterface
public interface StateConsumer {
    /**
     * Reads a state, which replaces the application's own or is merged with it. Called on the delivery thread: messages that are in the
     * state do not come any more, those that are not come after it. A read waits for the network, and throws an {@link
     * java.io.IOException} if the member that gives it is gone: then this is called again with another one's, from its beginning; so
     * change the own state when the end was read, or such that to begin again does no harm.
     *
     * @throws Exception ends the session as failed, unless the stream had failed
     */
    void read(InputStream in) throws Exception;
}
