package org.rmcast.core.session;

import org.rmcast.core.channel.Channel;

/** The options of a session. Made by {@link ReliableMulticastSession#on}. Not thread safe. */
public final class SessionBuilder {
    private final Channel channel;

    SessionBuilder(Channel channel) {
        this.channel = channel;
    }

    /** The channel to be opened. */
    public Channel channel() {
        return channel;
    }
}
