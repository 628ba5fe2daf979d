package org.rmcast.core.session;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.ReceivedMessage;

/** Where received messages go: a listener or a subscriber. Called on the delivery thread. */
interface MessageSink {
    /** How many messages may be taken from the queue for it now. */
    long allowance();

    /**
     * Passes one on.
     *
     * @return whether it was taken; if not, it is offered again when there is an allowance
     */
    boolean onMessage(ReceivedMessage message) throws Exception;

    /** No more will come; null if the session ended in good order. */
    void onEnd(@Nullable Throwable failure);
}
