package org.rmcast.core.session;

import java.io.IOException;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionFactory;
import org.rmcast.api.SessionOptions;

/** Sessions over sockets. */
public final class NetworkSessions implements SessionFactory {
    @Override
    public ReliableMulticastSession open(SessionOptions options) throws IOException {
        return new SessionOpener(options).open();
    }
}
