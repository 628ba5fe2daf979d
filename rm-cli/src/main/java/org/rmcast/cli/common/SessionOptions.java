package org.rmcast.cli.common;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.TestConditions;
import org.rmcast.api.TransportKind;
import org.rmcast.core.impair.Impairments;
import org.rmcast.micrometer.SessionMeters;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * How a member takes part in its channel: transport, buffers, a bad network on purpose, and how it can be watched. What was
 * opened for watching is closed with the command, by {@link #closeAll}.
 */
public final class SessionOptions implements AutoCloseable {
    @Option(
            names = "--impair-in",
            paramLabel = "SPEC",
            description = "Damage what arrives, such as loss=5%%,delay=20ms,seed=42.")
    private @Nullable String inbound;

    @Option(names = "--impair-out", paramLabel = "SPEC", description = "Damage what is sent, likewise.")
    private @Nullable String outbound;

    @Option(names = "--transport", paramLabel = "KIND", description = "auto, epoll or nio (default: auto).")
    private TransportKind transport = TransportKind.AUTO;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "Seed of this member's randomness; its own for each member.")
    private @Nullable Long seed;

    @Option(
            names = "--member-port",
            paramLabel = "PORT",
            description = "This member's own UDP port, by which others can name it as a contact (default: any).")
    private @Nullable Integer memberPort;

    @Option(
            names = "--socket-buffer",
            paramLabel = "BYTES",
            converter = BytesConverter.class,
            description = "Socket buffer to ask the system for, to receive and to send, such as 4MiB.")
    private @Nullable Integer socketBytes;

    @Option(
            names = "--queue",
            paramLabel = "BYTES",
            converter = BytesConverter.class,
            description = "Memory for messages between application and protocol, such as 32MiB.")
    private @Nullable Integer queueBytes;

    @Option(
            names = "--no-offload",
            description =
                    "Pass the network stack datagram by datagram; for every member where the kernel (iptables, tc)"
                            + " loses or delays packets on purpose.")
    private boolean noOffload;

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description = "Serve the session's meters to Prometheus, at http://ADDRESS:PORT/metrics; 0 is any port.")
    private @Nullable Integer metricsPort;

    @Option(
            names = "--metrics-address",
            paramLabel = "ADDRESS",
            description = "Where to serve them: an address of this machine, 0.0.0.0 for all (default: 127.0.0.1).")
    private @Nullable String metricsAddress;

    @Option(
            names = "--health-file",
            paramLabel = "FILE",
            description = "Touch this file every 2 s while the session answers; it is deleted at the end.")
    private @Nullable Path healthFile;

    private @Nullable MetricsServer metrics;
    private @Nullable HealthFile health;

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
        builder.testing(conditions());
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

    private TestConditions conditions() {
        TestConditions conditions = TestConditions.none();
        if (inbound != null) {
            conditions = conditions.withInbound(checkedImpairments("--impair-in", inbound));
        }
        if (outbound != null) {
            conditions = conditions.withOutbound(checkedImpairments("--impair-out", outbound));
        }
        return seed == null ? conditions : conditions.withSeed(seed);
    }

    /**
     * Opens a session, with meters and health file if the user asks for them; of several sessions of a command the first has
     * them.
     *
     * @param builder as {@link #builder} made it
     * @param terminal where to say at which address meters are served
     * @throws CommandFailure if they can not be served there, or the file can not be had
     * @throws IOException if the session can not be opened
     */
    public <S extends ReliableMulticastSession> S open(SessionBuilder builder, Opening<S> opening, Terminal terminal)
            throws IOException {
        serveMetrics(terminal);
        HealthFile mine = health == null && healthFile != null ? HealthFile.claim(healthFile) : null;
        S session = opening.open(builder);
        if (metrics != null) {
            new SessionMeters(session).bindTo(metrics.registry());
        }
        if (mine != null) {
            mine.follow(() -> session.statistics().takenNanos());
            health = mine;
        }
        return session;
    }

    private void serveMetrics(Terminal terminal) {
        if (metricsPort == null && metricsAddress != null) {
            throw CommandFailure.usage("--metrics-address needs --metrics-port=PORT (0 is any)");
        }
        if (metricsPort != null && metrics == null) {
            metrics = MetricsServer.start(metricsAddress, metricsPort);
            terminal.err().println("metrics are at " + metrics.url());
            terminal.err().flush();
        }
    }

    /** Ends what watches the session. */
    @Override
    public void close() {
        if (health != null) {
            health.close();
        }
        if (metrics != null) {
            metrics.close();
        }
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

    /** The text, if it is understood: by the name of the option, not that of the builder. */
    private static String checkedImpairments(String option, String text) {
        try {
            return Impairments.parse(text).toString();
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(option + ": " + e.getMessage(), e);
        }
    }
}
