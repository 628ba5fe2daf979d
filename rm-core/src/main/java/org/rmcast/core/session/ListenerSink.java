package org.rmcast.core.session;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;

/** Passes messages to a listener, which takes any number. */
final class ListenerSink implements MessageSink {
    private final MessageListener listener;

    ListenerSink(MessageListener listener) {
        this.listener = listener;
    }

    @Override
    public long allowance() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean onMessage(ReceivedMessage message) throws Exception {
        listener.onMessage(message);
        return true;
    }

    @Override
    public void onEnd(@Nullable Throwable failure) {}
}
