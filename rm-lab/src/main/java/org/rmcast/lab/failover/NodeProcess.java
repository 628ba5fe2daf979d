package org.rmcast.lab.failover;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.Role;
import org.rmcast.cli.process.ChildJvm;
import org.rmcast.lab.member.ReplyingProcess;

/** A {@link NodeMain} in a JVM of its own. Commands are sent and answered in order. */
final class NodeProcess implements AutoCloseable {
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(130);

    private final String name;
    private final Role role;
    private final ReplyingProcess process;
    private long memberId;

    /**
     * Starts it.
     *
     * @param entry the words before its command, see {@code Network.entry}
     */
    NodeProcess(String name, List<String> entry, String classPath, List<String> javaOptions, NodeSettings settings)
            throws IOException {
        this.name = name;
        this.role = settings.role();
        List<String> command = new ArrayList<>(entry);
        command.addAll(ChildJvm.command(javaOptions, classPath, NodeMain.class));
        process = new ReplyingProcess(name, command);
        process.tell(settings);
    }

    String name() {
        return name;
    }

    Role role() {
        return role;
    }

    /** Its session's, known from the first report on. */
    long memberId() {
        return memberId;
    }

    void tell(NodeCommand command) {
        process.tell(command);
    }

    /**
     * The answer to what it was told, settings included.
     *
     * @throws IOException if the process has ended, does not answer in time, or says that it failed
     */
    NodeReport awaitReport() throws IOException, InterruptedException {
        NodeReport report = process.awaitReply(NodeReport.class, ANSWER_TIMEOUT);
        if (report.error() != null) {
            throw new IOException(name + " failed: " + report.error());
        }
        memberId = report.memberId();
        return report;
    }

    NodeReport ask(NodeCommand command) throws IOException, InterruptedException {
        tell(command);
        return awaitReport();
    }

    long pid() {
        return process.pid();
    }

    /** Ends it at once. */
    void kill() {
        process.kill();
    }

    /** Lets the process end by itself; ends it if it does not. */
    @Override
    public void close() {
        process.close();
    }
}
