package org.rmcast.core.session;

import org.rmcast.core.engine.ReceivedMessage;

/** Takes received messages, one at a time and in order, on the session's delivery thread; it may block. */
@FunctionalInterface
public interface MessageListener {
    /** A message arrived. An exception thrown here is logged and ends the session as failed. */
    void onMessage(ReceivedMessage message) throws Exception;
}
