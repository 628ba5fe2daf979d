package org.rmcast.lab.perf;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rmcast.cli.process.ChildJvm;
import org.rmcast.lab.member.MemberCommand;
import org.rmcast.lab.member.MemberJson;
import org.rmcast.lab.member.MemberMain;
import org.rmcast.lab.member.MemberReply;

/** A {@link MemberMain} in a JVM of its own, of the Java that runs here. Commands are sent and answered in order. */
final class MemberProcess implements ChildJvm.Listener, AutoCloseable {
    private static final ObjectMapper JSON = MemberJson.mapper();
    /** In a JVM option, stands for the member's name: for files that each member writes. */
    static final String NAME_IN_OPTION = "{member}";

    private final String name;
    private final ChildJvm process;
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
        List<String> options = javaOptions.stream()
                .map(option -> option.replace(NAME_IN_OPTION, name.replace(' ', '-')))
                .toList();
        List<String> command = new ArrayList<>(entry);
        command.addAll(ChildJvm.command(options, classPath, MemberMain.class, Integer.toString(lifeSeconds)));
        process = ChildJvm.start("replies-of-" + name, command, ProcessBuilder.Redirect.INHERIT, this);
    }

    /** Sends a command; {@link #awaitReply} gets the answer. */
    void tell(MemberCommand command) {
        try {
            process.tell(JSON.writeValueAsString(command));
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

    /** Lets the process end by itself; ends it if it does not. */
    @Override
    public void close() {
        process.close();
    }
}
