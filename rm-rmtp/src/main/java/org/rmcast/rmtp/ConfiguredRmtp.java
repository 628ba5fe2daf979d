package org.rmcast.rmtp;

import java.util.Set;
import java.util.function.Function;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.rmtp.wire.RmtpPacket;

/** RMTP as one channel has it. */
record ConfiguredRmtp(
        RmtpConfig config,
        Function<EngineContext, RmtpProtocol.Delivery> servers,
        Function<EngineContext, BulkSink.Opener> receivers)
        implements Configured {
    /** What a server of 10,000 receivers and 10^7 packets takes, see {@code RmtpServerMemoryTest}. */
    private static final long SERVER_BYTES = 256L << 20;

    /** A receiver's set of packets, of 10^9 of them. */
    private static final long RECEIVER_BYTES = 128L << 20;

    @Override
    public Set<Role> roles() {
        return Set.of(Role.SENDER, Role.RECEIVER);
    }

    @Override
    public Promise promise() {
        return new Promise(
                Promise.Order.NONE, Promise.Completeness.ALL, Promise.Flush.EVERY_RECEIVER, Promise.Destinations.GROUP);
    }

    @Override
    public long memoryBoundBytes(Role role) {
        return role == Role.SENDER ? SERVER_BYTES : RECEIVER_BYTES;
    }

    @Override
    public PacketKind kind(byte[] packet) {
        return RmtpPacket.kind(packet);
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context) {
        return switch (context.role()) {
            case SENDER -> new RmtpServer(context, config, servers.apply(context));
            case RECEIVER -> new RmtpReceiver(context, config, receivers.apply(context));
            case PEER, REPAIR_NODE ->
                throw new IllegalArgumentException("role must be one of " + roles() + ", was " + context.role());
        };
    }
}
