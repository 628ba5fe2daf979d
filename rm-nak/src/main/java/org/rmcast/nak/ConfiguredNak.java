package org.rmcast.nak;

import java.util.Set;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.nak.wire.NakPacket;

/** The NAK protocol as one channel has it. */
record ConfiguredNak(NakConfig config) implements Configured {
    /** What a member costs that is heard: its places in the tables, and its stream's, empty. */
    private static final long MEMBER_BYTES = 4_096;

    @Override
    public Set<Role> roles() {
        return Set.of(Role.SENDER, Role.RECEIVER, Role.PEER);
    }

    /** Who asks once only gets all but what is lost twice: on the way here, and with the request or the repair. */
    @Override
    public Promise promise() {
        return new Promise(
                Promise.Order.FIFO,
                config.maxRequests == 1 ? Promise.Completeness.PROBABLE : Promise.Completeness.WHILE_HELD,
                Promise.Flush.KNOWN_RECEIVERS,
                Promise.Destinations.GROUP);
    }

    @Override
    public long memoryBoundBytes(Role role) {
        long own = config.ownBufferBytes + config.packing.sendBufferBytes;
        long others = config.bufferBytes
                + config.assemblyBytes
                + config.bufferPackets / 8L
                + MissingPacket.BYTES * (long) config.bufferPackets;
        long members = config.maxMembers * MEMBER_BYTES;
        return members + (role.sends() ? own : 0) + (role.receives() ? others : 0);
    }

    @Override
    public PacketKind kind(byte[] packet) {
        return NakPacket.kind(packet);
    }

    @Override
    public boolean introduces(byte[] packet) {
        return DatagramHeader.type(packet) == NakPacket.PacketType.SESSION.code();
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context) {
        if (!roles().contains(context.role())) {
            throw new IllegalArgumentException("role must be one of " + roles() + ", was " + context.role());
        }
        return new NakEngine(new NakContext(context, config));
    }
}
