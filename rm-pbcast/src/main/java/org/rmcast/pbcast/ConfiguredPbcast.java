package org.rmcast.pbcast;

import java.util.Set;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.ShortestRoundTrips;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.state.StateExchange;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.pbcast.wire.PbcastPacket;

/** Bimodal Multicast as one channel has it. */
record ConfiguredPbcast(PbcastConfig config) implements Configured {
    /** What it costs to follow a stream besides its packets, one bit for each in the window, and its rounds. */
    private static final long STREAM_BYTES = 8_192;

    /** What a record of the membership costs. */
    private static final long MEMBER_RECORD_BYTES = 250;

    @Override
    public Set<Role> roles() {
        return Set.of(Role.SENDER, Role.RECEIVER, Role.PEER, Role.REPAIR_NODE);
    }

    @Override
    public Promise promise() {
        return new Promise(
                Promise.Order.FIFO,
                Promise.Completeness.PROBABLE,
                Promise.Flush.KNOWN_RECEIVERS,
                Promise.Destinations.GROUP);
    }

    @Override
    public long memoryBoundBytes(Role role) {
        long own = config.ownBufferBytes + config.packing.sendBufferBytes;
        long rounds = (long) config.stableRounds + config.keepRounds + config.mostLossRounds();
        long streams = config.maxSenders * (STREAM_BYTES + config.bufferPackets / 8L + rounds * Long.BYTES)
                + (long) KnownStreams.most(config) * KnownStreams.BYTES;
        long others = config.bufferBytes + streams + (role.receives() ? config.assemblyBytes : 0);
        long members = SwimMembership.mostRecords(config.membership) * MEMBER_RECORD_BYTES
                + (long) Requester.MOST_WAYS * ShortestRoundTrips.BYTES;
        return members + (role.sends() ? own : 0) + (role == Role.SENDER ? 0 : others);
    }

    @Override
    public boolean supportsState() {
        return true;
    }

    @Override
    public PacketKind kind(byte[] packet) {
        int type = DatagramHeader.type(packet);
        if (StateExchange.owns(type)) {
            return PacketKind.STATE;
        }
        return SwimMembership.owns(type) ? PacketKind.MEMBERSHIP : PbcastPacket.kind(type);
    }

    @Override
    public boolean introduces(byte[] packet) {
        return SwimMembership.introduces(DatagramHeader.type(packet));
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context) {
        return new PbcastEngine(new PbcastContext(context, config));
    }
}
