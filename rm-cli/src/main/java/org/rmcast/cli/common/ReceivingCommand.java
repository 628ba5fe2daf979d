package org.rmcast.cli.common;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that receives a stream to its end. */
@OptionHeading("Receiver")
public abstract class ReceivingCommand extends SessionCommand {
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(3);

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Give up if no sender is heard for this long at the start (default: wait forever).")
    private @Nullable Duration patience;

    @Mixin
    private HeadStorageArguments storage = new HeadStorageArguments();

    /** For subclasses. */
    protected ReceivingCommand(ChannelDefaults defaults) {
        super(defaults);
    }

    /**
     * Receives one stream to its end. How it ended, and what was lost, becomes part of the outcome.
     *
     * @param listener who takes the messages
     * @param reception who follows the events
     * @param status the status line's text while the session is open
     * @return how the stream ended
     * @throws Exception if the session cannot be opened, the listener gave up, no sender came, or on an interrupt
     */
    protected final Reception.End receive(MessageListener listener, Reception reception, Supplier<String> status)
            throws Exception {
        Reception.End end = null;
        try {
            ReliableMulticastSession session = open(
                    storage.apply(builder().onEvent(reception)),
                    opening -> opening.openReceiver(message -> deliver(message, listener, reception)));
            try {
                reception.watch(session);
                end = StatusLine.during(() -> await(session, reception), status, terminal());
            } finally {
                leave(session, LEAVE_TIMEOUT);
            }
            return end;
        } finally {
            outcome().received(end, reception);
        }
    }

    /** Whether it is to keep packets in files. */
    protected final boolean hasStorage() {
        return storage.isGiven();
    }

    /** How long to wait for a sender at the start, null for ever. */
    protected final @Nullable Duration patience() {
        return patience;
    }

    /** No sender was heard in that time. */
    protected static CommandFailure nobodyHeard(Channel channel, Duration patience) {
        return CommandFailure.of(
                ExitCode.NOBODY_CAME,
                "no sender was heard within " + Figures.seconds(patience.toMillis() / 1e3) + " on channel \""
                        + channel.name() + "\", " + channel.group().getHostAddress() + " port " + channel.port());
    }

    private Reception.End await(ReliableMulticastSession session, Reception reception) throws Exception {
        if (patience != null && !reception.awaitSender(patience)) {
            throw nobodyHeard(session.channel(), patience);
        }
        return reception.await();
    }

    private static void deliver(ReceivedMessage message, MessageListener listener, Reception reception) {
        if (reception.isOver()) {
            return;
        }
        try {
            listener.onMessage(message);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reception.fail(e);
        } catch (Exception e) {
            reception.fail(e);
        }
    }
}
