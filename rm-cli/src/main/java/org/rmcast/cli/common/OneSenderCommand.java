package org.rmcast.cli.common;

import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionBuilder;

/** A command that is the one sender of its channel for a while. */
public abstract class OneSenderCommand extends SendingCommand {
    /** For subclasses, as {@link SendingCommand}. */
    protected OneSenderCommand(ChannelDefaults defaults, int defaultReceivers) {
        super(defaults, String.valueOf(defaultReceivers));
    }

    /** Sends with this session, which is aborted afterwards if it is still open. */
    protected abstract void send(MulticastSender session) throws Exception;

    /** How the session is opened; a subclass adds what only it has. */
    protected SessionBuilder senderBuilder() {
        return builder();
    }

    /** Opens the session and sends. */
    protected final void sendAll() throws Exception {
        MulticastSender session = open(senderBuilder(), SessionBuilder::openSender);
        try {
            send(session);
        } finally {
            session.abort();
        }
    }
}
