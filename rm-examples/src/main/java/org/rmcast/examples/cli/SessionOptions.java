package org.rmcast.examples.cli;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.channel.Channel;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.session.ReliableMulticastSession;
import org.rmcast.core.session.SessionBuilder;
import org.rmcast.core.transport.TransportKind;
import picocli.CommandLine.Option;

/** How a member takes part in its channel: transport, buffers, and a bad network on purpose. */
public final class SessionOptions {
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

    /** For picocli. */
    public SessionOptions() {}

    /**
     * Starts a session with these options.
     *
     * @throws IllegalArgumentException naming what is wrong and what is allowed
     */
    public SessionBuilder builder(Channel channel) {
        SessionBuilder builder = ReliableMulticastSession.on(channel).transport(transport);
        if (inbound != null) {
            builder.inbound(impairments("--impair-in", inbound));
        }
        if (outbound != null) {
            builder.outbound(impairments("--impair-out", outbound));
        }
        if (seed != null) {
            builder.seed(seed);
        }
        if (memberPort != null) {
            builder.memberPort(memberPort);
        }
        if (socketBytes != null) {
            builder.socketBuffers(socketBytes, socketBytes);
        }
        if (queueBytes != null) {
            builder.sendQueue(Integer.MAX_VALUE, queueBytes).deliveryQueue(Integer.MAX_VALUE, queueBytes);
        }
        return builder;
    }

    private static Impairments impairments(String option, String text) {
        try {
            return Impairments.parse(text);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(option + ": " + e.getMessage(), e);
        }
    }
}
