package org.rmcast.bulk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.rmtp.BulkSink;
import org.rmcast.rmtp.DataSet;
import org.rmcast.rmtp.RmtpProtocol;

/** Takes part in the deliveries on a channel, one after another, and writes files into a directory. Thread safe. */
public final class BulkReceiver implements AutoCloseable {
    private final BulkHost host;

    private BulkReceiver(BulkHost host) {
        this.host = host;
    }

    /**
     * Begins to receive.
     *
     * @param directory where files go, each under its name when it is complete and its digest is right
     * @param memberPort the UDP port where this receiver is, 0 for any: a server that is given addresses needs to know it
     * @param onFile called on a thread of the pool with each file that is complete
     * @param events what is reported, on the receiver's thread
     */
    public static BulkReceiver receive(
            Channel channel, Path directory, int memberPort, Consumer<Path> onFile, Consumer<SessionEvent> events)
            throws IOException {
        return receive(channel, dataSet -> open(directory, dataSet, onFile), memberPort, events);
    }

    /** Begins to receive data sets, into any sinks. */
    public static BulkReceiver receive(
            Channel channel, BulkSink.Opener opener, int memberPort, Consumer<SessionEvent> events) throws IOException {
        RmtpProtocol protocol = new RmtpProtocol(
                context -> {
                    throw new IllegalStateException("a receiver delivers nothing");
                },
                context -> opener);
        return new BulkReceiver(BulkHost.open(channel, Role.RECEIVER, protocol, memberPort, events));
    }

    private static @Nullable BulkSink open(Path directory, DataSet dataSet, Consumer<Path> onFile) {
        return FileSink.open(directory, dataSet, onFile);
    }

    @Override
    public void close() {
        host.close();
    }
}
