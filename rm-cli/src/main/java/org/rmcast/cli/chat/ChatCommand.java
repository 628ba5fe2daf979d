package org.rmcast.cli.chat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MulticastPeer;
import org.rmcast.cli.common.ChannelDefaults;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.DurationConverter;
import org.rmcast.cli.common.ErrorMessages;
import org.rmcast.cli.common.ExitCode;
import org.rmcast.cli.common.SendingCommand;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
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
public final class ChatCommand extends SendingCommand {
    private static final int MOST_CHARACTERS = 16_384;
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(3);

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

    private long linesSent;

    /** For picocli. */
    public ChatCommand() {
        super(new ChannelDefaults("chat", 7500, ChannelDefaults.EVERYBODY_SENDS), "0");
    }

    @Override
    protected void run() throws Exception {
        if (!ChatMessage.isNick(nick)) {
            throw CommandFailure.usage("--nick must be 1 to " + ChatMessage.MAX_NICK
                    + " characters without blanks, was \"" + ChatMessage.shown(nick) + "\"");
        }
        common().keepEventsOutOfLog();
        AtomicReference<MulticastPeer> opened = new AtomicReference<>();
        ChatScreen screen = new ChatScreen(this::show, this::say, () -> greet(opened.get()));
        MulticastPeer session = open(builder().onEvent(screen), builder -> builder.openPeer(screen));
        opened.set(session);
        try {
            greet(session);
            talk(session);
            close(session);
        } finally {
            outcome().put("nick", nick).put("linesSent", linesSent);
            leave(session, LEAVE_TIMEOUT);
        }
    }

    private void show(String from, String text) {
        if (isJson()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("from", from);
            fields.put("text", text);
            event("line", fields);
        } else {
            print(from + ": " + ChatMessage.shown(text));
        }
    }

    private void talk(MulticastPeer session) throws Exception {
        awaitReceivers(session);
        CompletableFuture<Void> ended = session.closed().toCompletableFuture();
        ChatInput input = new ChatInput(terminal().in());
        input.start();
        for (String line = input.next(ended::isDone); line != null; line = input.next(ended::isDone)) {
            say(line, session);
        }
        try {
            ended.get(stay == null ? 0 : stay.toNanos(), TimeUnit.NANOSECONDS);
            throw CommandFailure.of(ExitCode.SESSION_FAILED, "the session was closed");
        } catch (TimeoutException e) {
            return; // the time to stay is over
        } catch (ExecutionException e) {
            throw CommandFailure.of(
                    ExitCode.SESSION_FAILED, "the chat broke off: " + ErrorMessages.describe(ErrorMessages.cause(e)));
        }
    }

    private void say(String line, MulticastPeer session) throws InterruptedException {
        if (line.length() > MOST_CHARACTERS) {
            say("! not sent: a line may have " + MOST_CHARACTERS + " characters");
        } else if (!line.isBlank()) {
            session.send(new ChatMessage(false, nick, line).encode());
            linesSent++;
        }
    }

    /** Tells the others who is here; if the group cannot take it now, the next line tells as much. */
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
}
