package org.rmcast.cli.common;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import picocli.CommandLine.Option;

/** How a receiver waits for its sender, and the course of every command that receives. */
public final class ReceiverOptions {
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(3);

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Give up if no sender is heard for this long at the start (default: wait forever).")
    private @Nullable Duration patience;

    /** For picocli. */
    public ReceiverOptions() {}

    /**
     * Receives one stream to its end.
     *
     * @param sessionOptions how the session is opened
     * @param channel where
     * @param listener who takes the messages
     * @param reception who follows the events
     * @param terminal where the status line goes
     * @param status the status line's text while the session is open
     * @return how the stream ended, with the session's last figures
     * @throws Exception if the session can not be opened, the listener gave up, no sender came, or on an interrupt
     */
    public Result receive(
            SessionOptions sessionOptions,
            Channel channel,
            MessageListener listener,
            Reception reception,
            Terminal terminal,
            Supplier<String> status)
            throws Exception {
        ReliableMulticastSession session = sessionOptions.open(
                sessionOptions.builder(channel).onEvent(reception),
                builder -> open(builder, listener, reception),
                terminal);
        try {
            reception.watch(session);
            return StatusLine.during(() -> await(session, reception), status, terminal);
        } finally {
            leave(session);
        }
    }

    /** Says good-bye also where the application failed, so that the group need not find out by its silence. */
    private static void leave(ReliableMulticastSession session) {
        try {
            session.close(LEAVE_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            session.abort();
        }
    }

    private Result await(ReliableMulticastSession session, Reception reception) throws Exception {
        if (patience != null && !reception.awaitSender(patience)) {
            throw CommandFailure.failed("no sender was heard within " + Figures.seconds(patience.toMillis() / 1e3)
                    + " on channel \"" + session.channel().name() + "\", "
                    + session.channel().group().getHostAddress() + " port "
                    + session.channel().port());
        }
        return new Result(reception.await(), session);
    }

    private static ReliableMulticastSession open(SessionBuilder builder, MessageListener listener, Reception reception)
            throws IOException {
        return builder.openReceiver(message -> {
            if (!reception.isOver()) {
                deliver(message, listener, reception);
            }
        });
    }

    private static void deliver(ReceivedMessage message, MessageListener listener, Reception reception) {
        try {
            listener.onMessage(message);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reception.fail(e);
        } catch (Exception e) {
            reception.fail(e);
        }
    }

    /**
     * A stream that is over.
     *
     * @param end how it ended
     * @param session the ended session, for its figures
     */
    public record Result(Reception.End end, ReliableMulticastSession session) {
        /** Fails the command unless the sender ended the stream. */
        public void requireEnded() {
            if (end.ending() == Reception.Ending.SENDER_LOST) {
                throw CommandFailure.failed("the sender fell silent before the end of the stream: " + end.reason());
            }
            if (end.ending() == Reception.Ending.FAILED) {
                throw CommandFailure.failed("the stream broke off: " + end.reason());
            }
        }
    }
}
