package org.rmcast.api;

import java.io.IOException;
import java.util.ServiceLoader;

/**
 * Opens sessions: over the network, or over what a test puts in its place, such as a {@link MemoryNetwork}. An application that is handed one can be tested
 * without sockets. Implementations are thread safe.
 */
public interface SessionFactory {
    /**
     * The one that opens sockets.
     *
     * @throws IllegalStateException if no provider is found, as where a shaded jar has dropped rm-core's services
     */
    static SessionFactory network() {
        return ServiceLoader.load(SessionFactory.class, SessionFactory.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> Services.missing(SessionFactory.class));
    }

    /** Starts the options for a session on this channel; {@link SessionBuilder#open} opens it. */
    default SessionBuilder on(Channel channel) {
        return new SessionBuilder(this, channel);
    }

    /**
     * Opens a session. For {@link SessionBuilder}; applications call {@link SessionBuilder#open}, whose errors these are.
     *
     * @return a {@link MulticastPeer}, {@link MulticastSender} or {@link MulticastReceiver}, as the role has it
     */
    ReliableMulticastSession open(SessionOptions options) throws IOException;
}
