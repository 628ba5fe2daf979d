package org.rmcast.bulk;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.MeterReadings;
import org.rmcast.api.MeterSource;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.driver.DriverEnd;
import org.rmcast.rmtp.BulkSink;
import org.rmcast.rmtp.RmtpProtocol;

/**
 * Takes part in the deliveries on a channel, one after another, and writes files and directories below a directory. What it has of one that was not
 * finished stays there, and the next receiver of that directory goes on with it when the same comes again. Thread safe.
 */
public final class BulkReceiver implements MeterSource, AutoCloseable {
    private final BulkHost host;
    private final @Nullable ReceivedFiles files;

    private BulkReceiver(BulkHost host, @Nullable ReceivedFiles files) {
        this.host = host;
        this.files = files;
    }

    /**
     * Begins to receive.
     *
     * @param directory where files go, each under its name when it is complete and its digest is right
     * @param listener hears of them
     * @param events what is reported, on the receiver's thread: {@code SenderFound} when it takes part in a delivery, {@code StreamEnded} when
     *     it is released from it, {@code MemberLeft} when the server has ended after that, {@code SenderLost} when it was given up
     */
    public static BulkReceiver receive(
            Channel channel, Path directory, BulkOptions options, BulkListener listener, Consumer<SessionEvent> events)
            throws IOException {
        ReceivedFiles files = new ReceivedFiles(directory, options.overwrite(), listener);
        boolean open = false;
        try {
            BulkReceiver receiver = new BulkReceiver(host(channel, files, options, events), files);
            open = true;
            return receiver;
        } finally {
            if (!open) {
                files.close();
            }
        }
    }

    /**
     * Begins to receive into sinks of the application.
     *
     * @param opener opens one for each data set, or declines it; called on the receiver's thread, as its sinks are
     * @param events what is reported, on the receiver's thread
     */
    public static BulkReceiver receive(
            Channel channel, BulkSink.Opener opener, BulkOptions options, Consumer<SessionEvent> events)
            throws IOException {
        return new BulkReceiver(host(channel, opener, options, events), null);
    }

    private static BulkHost host(
            Channel channel, BulkSink.Opener opener, BulkOptions options, Consumer<SessionEvent> events)
            throws IOException {
        RmtpProtocol protocol = new RmtpProtocol(
                context -> {
                    throw new IllegalStateException("a receiver delivers nothing");
                },
                context -> opener);
        return BulkHost.open(channel, Role.RECEIVER, protocol, options, events);
    }

    /** Where it is reached: what a server's list of receivers names. */
    public InetSocketAddress address() {
        return host.address();
    }

    /** How far it is with what it takes now, or took last; nothing where sinks are the application's. */
    public BulkProgress progress() {
        return files == null ? BulkProgress.NOTHING : files.progress();
    }

    /** Completes as soon as its thread gets to it, so that who looks after it sees whether it is alive; never once it has ended. */
    public CompletionStage<Void> answer() {
        return host.answer();
    }

    /** When it has ended, also by itself: with why, empty if it was closed. */
    public CompletionStage<String> ended() {
        return host.ended().thenApply(BulkReceiver::describe);
    }

    private static String describe(DriverEnd end) {
        return end.failure() == null ? "" : end.failure().toString();
    }

    @Override
    public Channel channel() {
        return host.channel();
    }

    @Override
    public Role role() {
        return host.role();
    }

    @Override
    public String memberName() {
        return host.memberName();
    }

    @Override
    public CompletionStage<Void> closed() {
        return host.closed();
    }

    @Override
    public MeterReadings statistics() {
        return host.statistics();
    }

    /** Ends it, when all is written that was taken. */
    @Override
    public void close() {
        host.close();
        if (files != null) {
            files.close();
        }
    }
}
