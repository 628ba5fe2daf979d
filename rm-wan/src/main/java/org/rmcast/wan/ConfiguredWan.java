package org.rmcast.wan;

import java.util.Set;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.Wire;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket;

/** The wide-area group as one channel has it. */
record ConfiguredWan(WanConfig config) implements Configured {
    /** What a member costs: its tables, those that others' sources have of it, and what is asked of it, without units. */
    private static final long MEMBER_BYTES = 1 << 18;

    @Override
    public Set<Role> roles() {
        return Set.of(Role.PEER);
    }

    @Override
    public Promise promise() {
        return new Promise(
                Promise.Order.CAUSAL,
                Promise.Completeness.ALL,
                Promise.Flush.KNOWN_RECEIVERS,
                Promise.Destinations.SUBSET,
                true);
    }

    @Override
    public long memoryBoundBytes(Role role) {
        return config.bufferBytes
                + config.sendBufferBytes
                + config.assemblyBytes
                + 2L * Wire.MAX_MESSAGE_BYTES
                + WanCodec.MOST_MEMBERS * MEMBER_BYTES
                + SwimMembership.mostBytes(config.membership);
    }

    @Override
    public PacketKind kind(byte[] packet) {
        return SwimMembership.owns(DatagramHeader.type(packet)) ? PacketKind.MEMBERSHIP : WanPacket.kind(packet);
    }

    @Override
    public boolean introduces(byte[] packet) {
        return SwimMembership.introduces(DatagramHeader.type(packet));
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context) {
        if (!roles().contains(protocolRole(context.role()))) {
            throw new IllegalArgumentException("role must be one of " + roles() + ", was " + context.role());
        }
        return new WanEngine(context, config);
    }
}
