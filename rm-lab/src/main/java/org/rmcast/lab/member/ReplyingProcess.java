package org.rmcast.lab.member;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rmcast.cli.process.ChildJvm;

/** A JVM of ours that is told lines of JSON, and answers them with lines of JSON in order. One thread tells and awaits. */
public final class ReplyingProcess implements ChildJvm.Listener, AutoCloseable {
    private static final ObjectMapper JSON = MemberJson.mapper();

    private final String name;
    private final ChildJvm process;
    private final LinkedBlockingQueue<Optional<String>> replies = new LinkedBlockingQueue<>();

    /**
     * Starts it.
     *
     * @param name in what is said of it
     * @param command see {@link ChildJvm#command}
     */
    public ReplyingProcess(String name, List<String> command) throws IOException {
        this.name = name;
        this.process = ChildJvm.start("replies-of-" + name, command, ProcessBuilder.Redirect.INHERIT, this);
    }

    /** Tells it something; {@link #awaitReply} gets the answer. */
    public void tell(Object command) {
        try {
            process.tell(JSON.writeValueAsString(command));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The next answer.
     *
     * @throws IOException if the process has ended, or does not answer in time
     */
    public <T> T awaitReply(Class<T> type, Duration timeout) throws IOException, InterruptedException {
        Optional<String> line = replies.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new IOException(name + " did not answer within " + timeout.toSeconds() + " s");
        }
        return JSON.readValue(line.orElseThrow(() -> new IOException(name + " ended without an answer")), type);
    }

    @Override
    public void onLine(String line) {
        // A JVM prints remarks of its own there as well.
        if (line.startsWith("{")) {
            replies.add(Optional.of(line));
        }
    }

    @Override
    public void onEnd(@Nullable IOException trouble) {
        replies.add(Optional.empty());
    }

    /** The system's number of it. */
    public long pid() {
        return process.pid();
    }

    /** Ends it at once, as if the machine had lost power. */
    public void kill() {
        process.kill();
    }

    /** Lets the process end by itself; ends it if it does not. */
    @Override
    public void close() {
        process.close();
    }
}
