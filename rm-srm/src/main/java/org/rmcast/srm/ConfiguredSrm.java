package org.rmcast.srm;

import java.util.Set;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.srm.wire.SrmPacket;

/** SRM as one channel has it. */
record ConfiguredSrm(SrmConfig config) implements Configured {
    /** What a member costs that is heard: its places in the tables, and its stream's, empty. */
    private static final long MEMBER_BYTES = 4_096;

    /** What a packet costs that is missing, or waits to be repaired. */
    private static final long STATE_BYTES = 256;

    @Override
    public Set<Role> roles() {
        return Set.of(Role.SENDER, Role.RECEIVER, Role.PEER);
    }

    @Override
    public Promise promise() {
        return new Promise(
                config.delivery == SrmConfig.Delivery.FIFO ? Promise.Order.FIFO : Promise.Order.NONE,
                Promise.Completeness.WHILE_HELD,
                Promise.Flush.KNOWN_RECEIVERS,
                Promise.Destinations.GROUP);
    }

    @Override
    public long memoryBoundBytes(Role role) {
        long own = config.ownBufferBytes + config.packing.sendBufferBytes;
        long others = config.bufferBytes + config.assemblyBytes + config.bufferPackets / 8L;
        long states = STATE_BYTES * config.bufferPackets;
        long members = config.maxMembers * MEMBER_BYTES;
        return members + states + (role.sends() ? own : 0) + (role.receives() ? others : 0);
    }

    @Override
    public PacketKind kind(byte[] packet) {
        return SrmPacket.kind(DatagramHeader.type(packet));
    }

    @Override
    public boolean introduces(byte[] packet) {
        return DatagramHeader.type(packet) == SrmPacket.PacketType.SESSION.code();
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context) {
        if (!roles().contains(context.role())) {
            throw new IllegalArgumentException("role must be one of " + roles() + ", was " + context.role());
        }
        return new SrmEngine(new SrmContext(context, config));
    }
}
