package org.rmcast.cli.common;

import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.MeterSource;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.TransportKind;
import org.rmcast.bulk.BulkOptions;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * How a member takes part in its channel: transport, buffers, and what {@link TestingOptions} and {@link ObservingOptions} say. What was
 * opened for watching is closed with the command, by {@link #closeAll}.
 */
@OptionHeading("Session")
public final class SessionOptions implements AutoCloseable {
    @Mixin
    private TestingOptions testing = new TestingOptions();

    @Mixin
    private ObservingOptions observing = new ObservingOptions();

    @Option(
            names = "--transport",
            paramLabel = "KIND",
            description = "auto, epoll or nio (default: ${DEFAULT-VALUE}).",
            defaultValue = "auto")
    private TransportKind transport = TransportKind.AUTO;

    @Option(
            names = "--member-port",
            paramLabel = "PORT",
            description = "This member's own UDP port, for firewalls and contacts (default: any).")
    private @Nullable Integer memberPort;

    @Option(
            names = "--socket-buffer",
            paramLabel = "BYTES",
            converter = BytesConverter.class,
            description = "Socket buffer to ask the system for, to receive and to send, such as 4MiB"
                    + " (default: the session's own).")
    private @Nullable Integer socketBytes;

    @Option(
            names = "--queue",
            paramLabel = "BYTES",
            converter = BytesConverter.class,
            description = "Memory for messages between application and protocol, such as 32MiB"
                    + " (default: the session's own).")
    private @Nullable Integer queueBytes;

    @Option(
            names = "--no-offload",
            description =
                    "Disable UDP segmentation offload; needed by all members where iptables or tc emulate loss or delay.")
    private boolean noOffload;

    /** How a session is opened, such as {@code SessionBuilder::openSender}. */
    @FunctionalInterface
    public interface Opening<S extends ReliableMulticastSession> {
        /** Opens it. */
        S open(SessionBuilder builder) throws IOException;
    }

    /** For picocli. */
    public SessionOptions() {}

    /**
     * Starts a session with these options.
     *
     * @throws IllegalArgumentException naming what is wrong and what is allowed
     */
    public SessionBuilder builder(Channel channel) {
        SessionBuilder builder = ReliableMulticastSession.on(channel).transport(transport);
        builder.testing(testing.conditions());
        if (memberPort != null) {
            builder.memberPort(memberPort);
        }
        if (socketBytes != null) {
            builder.socketBuffers(socketBytes, socketBytes);
        }
        if (queueBytes != null) {
            builder.sendQueue(Integer.MAX_VALUE, queueBytes).deliveryQueue(Integer.MAX_VALUE, queueBytes);
        }
        return builder.offload(!noOffload);
    }

    /**
     * The same for deliveries by RMTP, which are no sessions.
     *
     * @throws CommandFailure naming an option that only sessions have
     */
    BulkOptions bulk() {
        if (queueBytes != null) {
            throw CommandFailure.usage("--queue is for sessions, and there is none with --protocol " + Bulk.PROTOCOL);
        }
        BulkOptions options = BulkOptions.defaults()
                .withTransport(transport)
                .withOffload(!noOffload)
                .withTesting(testing.conditions());
        if (memberPort != null) {
            options = options.withMemberPort(memberPort);
        }
        return socketBytes == null ? options : options.withSocketBytes(socketBytes);
    }

    /**
     * Lets a command by RMTP be watched, with a health file if the user asks for it; its meters are for {@link #measureBulk}.
     *
     * @param answer asks it, and is complete when it has answered
     * @throws CommandFailure if the file cannot be had, or meters cannot be served
     */
    void watchBulk(Supplier<CompletionStage<?>> answer, Terminal terminal) {
        observing.prepare(terminal);
        observing.watch(answer);
    }

    /** Lets the meters of a delivery be seen, behind {@link #watchBulk}. */
    void measureBulk(MeterSource delivery) {
        observing.measure(delivery);
    }

    /**
     * Opens a session, with meters and health file if the user asks for them.
     *
     * @param builder as {@link #builder} made it
     * @param terminal where to say at which address meters are served
     * @throws CommandFailure if they cannot be served there, or the file cannot be had
     * @throws IOException if the session cannot be opened
     */
    public <S extends ReliableMulticastSession> S open(SessionBuilder builder, Opening<S> opening, Terminal terminal)
            throws IOException {
        observing.prepare(terminal);
        S session = opening.open(builder);
        observing.watch(session);
        return session;
    }

    /** Ends what watches the session. */
    @Override
    public void close() {
        observing.close();
    }

    /** Closes the options of a command that has ended. */
    public static void closeAll(ParseResult parsed) {
        for (CommandLine command : parsed.asCommandLineList()) {
            for (CommandSpec mixin : command.getCommandSpec().mixins().values()) {
                if (mixin.userObject() instanceof SessionOptions options) {
                    options.close();
                }
            }
        }
    }
}
