package org.rmcast.cli.common;

import java.time.Duration;
import java.util.Map;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastSender;
import picocli.CommandLine.Mixin;

/** A command that sends: waits for receivers before, and at the end until all have everything. */
public abstract class SendingCommand extends SessionCommand {
    @Mixin
    private SenderOptions senderOptions = new SenderOptions();

    private final String defaultReceivers;

    /** For subclasses, with the number of receivers that they wait for unless the user says otherwise, or {@code others}. */
    protected SendingCommand(ChannelDefaults defaults, String defaultReceivers) {
        super(defaults);
        this.defaultReceivers = defaultReceivers;
    }

    @Override
    public final Map<String, String> defaultValues() {
        return with(super.defaultValues(), SenderOptions.WAIT_FOR, defaultReceivers);
    }

    @Override
    protected final Channel channel() {
        return senderOptions.apply(super.channel());
    }

    /** How many receivers the command waits for, if it opens no other members itself. */
    protected final int wantedReceivers() {
        return senderOptions.wanted(0);
    }

    /** How long the command waits for them. */
    protected final Duration waitTimeout() {
        return senderOptions.waitTimeout();
    }

    /** As {@link #awaitReceivers(MulticastSender, int)} of a command that opens no other members itself. */
    protected final void awaitReceivers(MulticastSender session) throws InterruptedException {
        awaitReceivers(session, 0);
    }

    /**
     * Waits for the receivers asked for.
     *
     * @param others how many other members the command opens itself
     * @throws CommandFailure if fewer came
     */
    protected final void awaitReceivers(MulticastSender session, int others) throws InterruptedException {
        senderOptions.awaitReceivers(session, others, terminal(), outcome());
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
