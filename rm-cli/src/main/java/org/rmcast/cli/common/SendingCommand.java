package org.rmcast.cli.common;

import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionBuilder;
import picocli.CommandLine.Mixin;

/** A command that sends one stream: opens a sender, waits for receivers, sends, and waits until all have everything. */
public abstract class SendingCommand extends SessionCommand {
    @Mixin
    private SenderOptions senderOptions = new SenderOptions();

    /** For subclasses. */
    protected SendingCommand(ChannelDefaults defaults) {
        super(defaults);
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

    /** How the command waits for its receivers. */
    protected final SenderOptions senderOptions() {
        return senderOptions;
    }

    /**
     * Waits for the receivers asked for.
     *
     * @throws CommandFailure if fewer came
     */
    protected final void awaitReceivers(MulticastSender session, int defaultReceivers) throws InterruptedException {
        senderOptions.awaitReceivers(session, defaultReceivers, terminal(), outcome());
    }

    /**
     * Waits until every receiver has everything, and ends the stream.
     *
     * @return how many receivers have everything
     * @throws CommandFailure naming who has not
     */
    protected final int close(MulticastSender session) throws InterruptedException {
        return senderOptions.close(session, outcome());
    }
}
