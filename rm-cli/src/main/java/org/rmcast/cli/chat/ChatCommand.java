package org.rmcast.cli.chat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.cli.common.ChannelOptions;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.DurationConverter;
import org.rmcast.cli.common.ErrorMessages;
import org.rmcast.cli.common.ExitCodes;
import org.rmcast.cli.common.SenderOptions;
import org.rmcast.cli.common.SessionOptions;
import org.rmcast.cli.common.Terminal;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rmcast chat}: lines typed here are shown by everybody in the channel. */
@Command(
        name = "chat",
        description =
                "Talk to everybody in a channel: what is typed is sent, what others say is shown. Ends with Ctrl-D.",
        footer = {
            "",
            "Examples: rmcast chat --nick anna",
            "          echo 'build 42 is done' | rmcast chat --nick ci --wait-for 1"
        },
        versionProvider = VersionProvider.class)
public final class ChatCommand implements Callable<Integer> {
    private static final int MOST_CHARACTERS = 16_384;
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(3);

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ChannelOptions channelOptions = new ChannelOptions();

    @Mixin
    private SessionOptions sessionOptions = new SessionOptions();

    @Mixin
    private SenderOptions senderOptions = new SenderOptions();

    @Option(
            names = "--nick",
            paramLabel = "NAME",
            description = "Your name, up to 32 characters without blanks (default: the user's name).")
    private String nick = System.getProperty("user.name", "me");

    @Option(
            names = "--stay",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long to go on listening after the input has ended (default: leave then).")
    private @Nullable Duration stay;

    /** For picocli. */
    public ChatCommand() {}

    @Override
    public Integer call() throws Exception {
        if (!ChatMessage.isNick(nick)) {
            throw CommandFailure.usage("--nick must be 1 to " + ChatMessage.MAX_NICK
                    + " characters without blanks, was \"" + ChatMessage.shown(nick) + "\"");
        }
        Channel channel = channelOptions.channel("chat", 7500, "pbcast");
        Terminal terminal = common.terminal();
        common.keepEventsOutOfLog();
        AtomicReference<MulticastPeer> opened = new AtomicReference<>();
        ChatScreen screen = new ChatScreen(terminal, () -> greet(opened.get()));
        MulticastPeer session = sessionOptions.open(
                sessionOptions.builder(channel).onEvent(screen), builder -> builder.openPeer(screen), terminal);
        opened.set(session);
        try {
            greet(session);
            talk(session, terminal);
            senderOptions.close(session);
            return ExitCodes.OK;
        } finally {
            leave(session);
        }
    }

    private void talk(MulticastPeer session, Terminal terminal) throws Exception {
        senderOptions.awaitReceivers(session, 0, terminal);
        CompletableFuture<Void> ended = session.closed().toCompletableFuture();
        ChatInput input = new ChatInput(terminal.in());
        input.start();
        for (String line = input.next(ended::isDone); line != null; line = input.next(ended::isDone)) {
            say(line, session, terminal);
        }
        try {
            ended.get(stay == null ? 0 : stay.toNanos(), TimeUnit.NANOSECONDS);
            throw CommandFailure.failed("the session was closed");
        } catch (TimeoutException e) {
            return; // the time to stay is over
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw CommandFailure.failed("the chat broke off: " + ErrorMessages.describe(cause), cause);
        }
    }

    private void say(String line, MulticastPeer session, Terminal terminal) throws InterruptedException {
        if (line.length() > MOST_CHARACTERS) {
            terminal.err().println("! not sent: a line may have " + MOST_CHARACTERS + " characters");
            terminal.err().flush();
        } else if (!line.isBlank()) {
            session.send(new ChatMessage(false, nick, line).encode());
        }
    }

    /** Tells the others who is here; if the group can not take it now, the next line tells as much. */
    private void greet(@Nullable MulticastPeer session) {
        if (session == null) {
            return;
        }
        ByteBuffer hello = new ChatMessage(true, nick, "").encode();
        try {
            session.trySend(hello);
        } catch (IllegalStateException e) {
            return; // closing: nobody needs to know us any more
        }
    }

    private static void leave(ReliableMulticastSession session) {
        try {
            session.close(LEAVE_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            session.abort();
        }
    }
}
