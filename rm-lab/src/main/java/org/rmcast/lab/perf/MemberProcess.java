package org.rmcast.lab.perf;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.cli.process.ChildJvm;
import org.rmcast.lab.member.MemberCommand;
import org.rmcast.lab.member.MemberMain;
import org.rmcast.lab.member.MemberReply;
import org.rmcast.lab.member.ReplyingProcess;

/** A {@link MemberMain} in a JVM of its own, of the Java that runs here. Commands are sent and answered in order. */
public final class MemberProcess implements AutoCloseable {
    /** In a JVM option, stands for the member's name: for files that each member writes. */
    static final String NAME_IN_OPTION = "{member}";

    private final String name;
    private final ReplyingProcess process;

    /**
     * Starts the process.
     *
     * @param entry the words before its command, see {@code Network.entry}
     * @param classPath of the build that it runs from
     * @param lifeSeconds when it ends in any case
     */
    public MemberProcess(String name, List<String> entry, String classPath, int lifeSeconds, List<String> javaOptions)
            throws IOException {
        this.name = name;
        List<String> options = javaOptions.stream()
                .map(option -> option.replace(NAME_IN_OPTION, name.replace(' ', '-')))
                .toList();
        List<String> command = new ArrayList<>(entry);
        command.addAll(ChildJvm.command(options, classPath, MemberMain.class, Integer.toString(lifeSeconds)));
        process = new ReplyingProcess(name, command);
    }

    /** Sends a command; {@link #awaitReply} gets the answer. */
    public void tell(MemberCommand command) {
        process.tell(command);
    }

    /**
     * The next answer.
     *
     * @throws IOException if the process has ended, does not answer in time, or says that it failed
     */
    public MemberReply awaitReply(Duration timeout) throws IOException, InterruptedException {
        MemberReply reply = process.awaitReply(MemberReply.class, timeout);
        if (reply.error() != null) {
            throw new IOException(name + " failed: " + reply.error());
        }
        return reply;
    }

    /** Lets the process end by itself; ends it if it does not. */
    @Override
    public void close() {
        process.close();
    }
}
