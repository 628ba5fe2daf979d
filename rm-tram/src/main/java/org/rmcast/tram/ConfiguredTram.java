package org.rmcast.tram;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.Wire;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.MemberReport;

/** TRAM as one channel has it. */
record ConfiguredTram(TramConfig config) implements Configured {
    /** Array header, references and map entries that a held packet costs besides its bytes. */
    private static final int PACKET_OVERHEAD_BYTES = 64;

    @Override
    public Set<Role> roles() {
        return Set.of(Role.SENDER, Role.RECEIVER, Role.REPAIR_NODE);
    }

    /** The same in both presets and modes: what differs is when a member is told that it is out of the group. */
    @Override
    public Promise promise() {
        return new Promise(
                Promise.Order.FIFO, Promise.Completeness.ALL, Promise.Flush.EVERY_RECEIVER, Promise.Destinations.GROUP);
    }

    @Override
    public long memoryBoundBytes(Role role) {
        int packets = role == Role.SENDER ? config.cachePackets : config.headCachePackets;
        long cache = (long) packets * (config.maxPacketBytes + PACKET_OVERHEAD_BYTES);
        return cache
                + (role == Role.SENDER ? config.packing.sendBufferBytes : 0)
                + Wire.MAX_MESSAGE_BYTES
                + TramTables.mostBytes(config, role);
    }

    @Override
    public boolean supportsStorage(Role role) {
        return role != Role.RECEIVER || config.canBeHead;
    }

    @Override
    public boolean supportsPruning() {
        return true;
    }

    @Override
    public List<String> pruningPolicies() {
        return config.pruningPolicies;
    }

    @Override
    public PacketKind kind(byte[] packet) {
        TramPacket.Type type = TramPacket.Type.ofCode(DatagramHeader.type(packet));
        return type == null ? PacketKind.UNKNOWN : type.kind();
    }

    @Override
    public boolean introduces(byte[] packet) {
        TramPacket.Type type = TramPacket.Type.ofCode(DatagramHeader.type(packet));
        return type != null
                && switch (type) {
                    case BEACON, HELLO, HEAD_BIND -> true;
                    default -> false;
                };
    }

    @Override
    public @Nullable KnownMember tellsOf(byte[] packet) {
        if (DatagramHeader.type(packet) != TramPacket.Type.MEMBER_REPORT.code()) {
            return null;
        }
        try {
            MemberReport report = (MemberReport) TramCodec.decode(packet);
            return new TreeMember(report.memberId(), report.memberAddress());
        } catch (DecodeException e) {
            return null;
        }
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context) {
        TramContext tram = new TramContext(context, config);
        return context.role() == Role.SENDER ? new TramSenderEngine(tram) : new TramReceiverEngine(tram);
    }
}
