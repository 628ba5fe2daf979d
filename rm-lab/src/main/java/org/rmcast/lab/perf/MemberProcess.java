package org.rmcast.lab.perf;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.rmcast.lab.member.MemberCommand;
import org.rmcast.lab.member.MemberJson;
import org.rmcast.lab.member.MemberMain;
import org.rmcast.lab.member.MemberReply;

/** A {@link MemberMain} in a JVM of its own, of the Java that runs here. Commands are sent and answered in order. */
final class MemberProcess implements AutoCloseable {
    private static final ObjectMapper JSON = MemberJson.mapper();
    /** In a JVM option, stands for the member's name: for files that each member writes. */
    static final String NAME_IN_OPTION = "{member}";

    private static final Duration END_TIMEOUT = Duration.ofSeconds(5);

    private final String name;
    private final Process process;
    private final PrintStream commands;
    private final LinkedBlockingQueue<Optional<String>> replies = new LinkedBlockingQueue<>();

    /**
     * Starts the process.
     *
     * @param entry the words before its command, see {@code Network.entry}
     * @param classPath of the build that it runs from
     * @param lifeSeconds when it ends in any case
     */
    MemberProcess(String name, List<String> entry, String classPath, int lifeSeconds, List<String> javaOptions)
            throws IOException {
        this.name = name;
        List<String> command = new ArrayList<>(entry);
        command.add(ProcessHandle.current().info().command().orElse("java"));
        javaOptions.forEach(option -> command.add(option.replace(NAME_IN_OPTION, name.replace(' ', '-'))));
        command.addAll(List.of("-cp", classPath, MemberMain.class.getName(), Integer.toString(lifeSeconds)));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread reader = new Thread(this::readReplies, "replies-of-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    /** Sends a command; {@link #awaitReply} gets the answer. */
    void tell(MemberCommand command) {
        try {
            commands.println(JSON.writeValueAsString(command));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The next answer.
     *
     * @throws IOException if the process has ended, does not answer in time, or says that it failed
     */
    MemberReply awaitReply(Duration timeout) throws IOException, InterruptedException {
        Optional<String> line = replies.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new IOException(name + " did not answer within " + timeout.toSeconds() + " s");
        }
        MemberReply reply = JSON.readValue(
                line.orElseThrow(() -> new IOException(name + " ended without an answer")), MemberReply.class);
        if (reply.error() != null) {
            throw new IOException(name + " failed: " + reply.error());
        }
        return reply;
    }

    private void readReplies() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                // A JVM prints remarks of its own there as well.
                if (line.startsWith("{")) {
                    replies.add(Optional.of(line));
                }
            }
        } catch (IOException e) {
            // The process is gone.
        }
        replies.add(Optional.empty());
    }

    /** Lets the process end by itself; ends it if it does not. */
    @Override
    public void close() {
        commands.close();
        try {
            if (process.waitFor(END_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
