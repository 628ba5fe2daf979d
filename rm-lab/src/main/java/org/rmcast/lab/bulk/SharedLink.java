package org.rmcast.lab.bulk;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.cli.process.ChildJvm;
import org.rmcast.lab.layout.Layout;
import org.rmcast.lab.layout.Network;
import org.rmcast.lab.member.ReplyingProcess;

/** A host behind a link of 10 Mb/s, as the paper's Ethernet, which sends to four others: by TCP to each, or by RMTP to all. */
final class SharedLink {
    static final long BITS_PER_SECOND = 10_000_000;
    static final int RECEIVERS = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /**
     * What passed the link.
     *
     * @param bytes with all headers but those of Ethernet's preamble
     * @param payload bytes that were to be transferred
     * @param seconds how long it took
     */
    record Passed(long bytes, long payload, double seconds) {
        /** The share of the link that was used. */
        double share() {
            return bytes * 8 / seconds / BITS_PER_SECOND;
        }
    }

    private SharedLink() {}

    /** Transfers so many bytes to each by TCP, all at once. */
    static Passed tcp(long bytesEach) throws IOException, InterruptedException {
        return run(bytesEach, LinkTask.Kind.TCP);
    }

    /** Delivers so many bytes to all by RMTP, at the paper's rate. */
    static Passed rmtp(long bytes) throws IOException, InterruptedException {
        return run(bytes, LinkTask.Kind.RMTP);
    }

    private static Passed run(long bytes, LinkTask.Kind kind) throws IOException, InterruptedException {
        List<ReplyingProcess> members = new ArrayList<>();
        try (Network network = Layout.NAMESPACES.open(RECEIVERS)) {
            network.limit(BITS_PER_SECOND);
            try {
                for (int member = RECEIVERS; member >= 0; member--) {
                    List<String> command = new ArrayList<>(network.entry(member));
                    command.addAll(ChildJvm.command(
                            List.of("-Xmx128m", "-XX:+UseSerialGC"),
                            System.getProperty("java.class.path"),
                            LinkMain.class));
                    ReplyingProcess process = new ReplyingProcess("member-" + member, command);
                    members.add(process);
                    process.tell(new LinkTask(kind, member, RECEIVERS, bytes, network.networkInterface()));
                    if (member > 0) {
                        answer(process);
                    }
                }
                LinkReply sent = answer(members.get(RECEIVERS));
                return new Passed(sent.bytes(), bytes * (kind == LinkTask.Kind.TCP ? RECEIVERS : 1), sent.seconds());
            } finally {
                members.forEach(ReplyingProcess::close);
            }
        }
    }

    private static LinkReply answer(ReplyingProcess process) throws IOException, InterruptedException {
        LinkReply reply = process.awaitReply(LinkReply.class, PATIENCE);
        if (reply.error() != null) {
            throw new IOException(reply.error());
        }
        return reply;
    }
}
