package org.rmcast.api;

/** Takes received messages, one at a time and in order, on the session's delivery thread; it may block. */
@FunctionalInterface
public interface MessageListener {
    /**
     * A message arrived. An exception thrown here ends the session as failed, and so does an interrupt, whether it is thrown or
     * left in the thread's flag: what has not been taken then is confirmed to nobody any more.
     */
    void onMessage(ReceivedMessage message) throws Exception;
}
