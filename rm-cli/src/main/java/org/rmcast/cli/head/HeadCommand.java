package org.rmcast.cli.head;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.rmcast.api.Channel;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionStatistics;
import org.rmcast.cli.common.ChannelOptions;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.ExitCodes;
import org.rmcast.cli.common.Reception;
import org.rmcast.cli.common.SessionOptions;
import org.rmcast.cli.common.StatusLine;
import org.rmcast.cli.common.Terminal;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rmcast head}: joins a channel to repair for others. */
@Command(
        name = "head",
        description = "Serve a channel as a repair head: hold packets and repeat them to receivers nearby.",
        footer = {"", "Example: rmcast head --name perf --port 7300 --param recovery=reaffiliate"},
        versionProvider = VersionProvider.class)
public final class HeadCommand implements Callable<Integer> {
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(5);

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ChannelOptions channelOptions = new ChannelOptions();

    @Mixin
    private SessionOptions sessionOptions = new SessionOptions();

    @Option(names = "--stay", description = "Stay when a stream has ended, for the next one (end with Ctrl-C).")
    private boolean stay;

    /** For picocli. */
    public HeadCommand() {}

    @Override
    public Integer call() throws Exception {
        Channel channel = channelOptions.channel("files", 7200);
        Terminal terminal = common.terminal();
        Reception stream = new Reception(event -> tell(event, terminal));
        ReliableMulticastSession session = sessionOptions.open(
                sessionOptions.builder(channel).onEvent(stream), SessionBuilder::openRepairNode, terminal);
        try {
            stream.watch(session);
            StatusLine.during(() -> serve(session, stream), () -> status(session), terminal);
            return ExitCodes.OK;
        } finally {
            session.close(LEAVE_TIMEOUT);
            session.abort();
        }
    }

    private Boolean serve(ReliableMulticastSession session, Reception stream) throws Exception {
        stream.await();
        if (stay) {
            session.closed().toCompletableFuture().join();
        }
        return true;
    }

    private static void tell(SessionEvent event, Terminal terminal) {
        if (event instanceof SessionEvent.MemberPruned
                || event instanceof SessionEvent.ReceiverLagging
                || event instanceof SessionEvent.ReceiverCaughtUp) {
            terminal.err().println(event);
            terminal.err().flush();
        }
    }

    private static String status(ReliableMulticastSession session) {
        SessionStatistics now = session.statistics();
        return String.format(
                Locale.ROOT,
                "%d members, level %d, %d of %d packets held, %d repairs sent",
                now.members().size(),
                now.get("treeLevel"),
                now.get(EngineMeter.BUFFER_PACKETS),
                now.get(EngineMeter.BUFFER_CAPACITY_PACKETS),
                now.get(EngineMeter.REPAIRS_SENT));
    }
}
