package org.rmcast.cli.head;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.SessionStatistics;
import org.rmcast.cli.common.ChannelDefaults;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.ErrorMessages;
import org.rmcast.cli.common.ExitCode;
import org.rmcast.cli.common.HeadStorageArguments;
import org.rmcast.cli.common.Outcome;
import org.rmcast.cli.common.Reception;
import org.rmcast.cli.common.SessionCommand;
import org.rmcast.cli.common.StatusLine;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rmcast head}: joins a channel to repair for others. */
@Command(
        name = "head",
        description = "Serve a channel as a repair head: hold packets and repeat them to receivers nearby.",
        footer = {
            "",
            "Examples: rmcast head --name perf --port 7300 --param recovery=reaffiliate",
            "          rmcast head --storage /var/spool/rmcast --storage-max 8G --stay"
        },
        versionProvider = VersionProvider.class)
public final class HeadCommand extends SessionCommand {
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(5);

    @Mixin
    private HeadStorageArguments storage = new HeadStorageArguments();

    @Option(names = "--stay", description = "Stay when a stream has ended, for the next one (end with Ctrl-C).")
    private boolean stay;

    /** For picocli. */
    public HeadCommand() {
        super(ChannelDefaults.FILES);
    }

    @Override
    protected void run() throws Exception {
        Reception stream = new Reception(this::tell);
        ReliableMulticastSession session =
                open(storage.apply(builder().onEvent(stream)), SessionBuilder::openRepairNode);
        try {
            stream.watch(session);
            Reception.End end = StatusLine.during(() -> serve(session, stream), () -> status(session), terminal());
            outcome().putAll(Outcome.ending(end));
            if (end.ending() == Reception.Ending.FAILED) {
                throw CommandFailure.of(ExitCode.SESSION_FAILED, "the session ended: " + end.reason());
            }
        } finally {
            leave(session, LEAVE_TIMEOUT);
        }
    }

    private Reception.End serve(ReliableMulticastSession session, Reception stream) throws Exception {
        Reception.End end = stream.await();
        if (stay) {
            awaitEnd(session);
        }
        return end;
    }

    private static void awaitEnd(ReliableMulticastSession session) throws Exception {
        try {
            session.closed().toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw ErrorMessages.cause(e);
        }
    }

    private void tell(SessionEvent event) {
        if (event instanceof SessionEvent.MemberPruned
                || event instanceof SessionEvent.ReceiverLagging
                || event instanceof SessionEvent.ReceiverCaughtUp) {
            say(event.toString());
        }
    }

    private static String status(ReliableMulticastSession session) {
        SessionStatistics now = session.statistics();
        long stored = now.get(SessionMeter.STORAGE_PACKETS);
        return String.format(
                Locale.ROOT,
                "%d members, level %d, %d of %d packets held%s, %d repairs sent",
                now.members().size(),
                now.get("treeLevel"),
                now.get(EngineMeter.BUFFER_PACKETS),
                now.get(EngineMeter.BUFFER_CAPACITY_PACKETS),
                stored > 0 ? " and " + stored + " in storage" : "",
                now.get(EngineMeter.REPAIRS_SENT));
    }
}
