package org.rmcast.cli.common;

import java.util.Map;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionBuilder;
import picocli.CommandLine.Mixin;

/** A command that sends one stream: opens a sender, waits for receivers, sends, and waits until all have everything. */
public abstract class SendingCommand extends SessionCommand {
    @Mixin
    private SenderOptions senderOptions = new SenderOptions();

    private final int defaultReceivers;

    /** For subclasses, with the number of receivers that they wait for unless the user names another. */
    protected SendingCommand(ChannelDefaults defaults, int defaultReceivers) {
        super(defaults);
        this.defaultReceivers = defaultReceivers;
    }

    @Override
    public Map<String, String> defaultValues() {
        return with(super.defaultValues(), SenderOptions.WAIT_FOR, String.valueOf(defaultReceivers));
    }

    @Override
    protected final Channel channel() {
        return senderOptions.apply(super.channel());
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

    /** How many receivers the command waits for. */
    protected final int wantedReceivers() {
        return senderOptions.wanted(defaultReceivers);
    }

    /**
     * Waits for the receivers asked for.
     *
     * @throws CommandFailure if fewer came
     */
    protected final void awaitReceivers(MulticastSender session) throws InterruptedException {
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
