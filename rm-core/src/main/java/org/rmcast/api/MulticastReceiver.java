package org.rmcast.api;

import java.time.Duration;
import java.util.concurrent.Flow;

/** A member to whose application the messages of the group's senders are delivered. */
public interface MulticastReceiver extends ReliableMulticastSession {
    /**
     * The received messages. One subscriber at a time; demand is passed on, so a slow subscriber slows the sender down
     * once the buffers between are full. Not to be used together with a {@link MessageListener}.
     *
     * @throws IllegalStateException if a listener was given
     */
    Flow.Publisher<ReceivedMessage> messages();

    /**
     * Asks for the state of another member, after messages were lost or to begin with, where the session was opened with {@link
     * SessionBuilder#state}. Delivery stops behind what was delivered, or is on its way to the listener, until a state came, which is at
     * least as far, or there is none to be had; {@code StateReceived} or {@code StateFailed} then come in this
     * place. A second call while one waits does nothing. Never blocks.
     *
     * @param timeout the longest wait, positive
     * @throws IllegalStateException if the session was opened without a state
     */
    void requestState(Duration timeout);
}
