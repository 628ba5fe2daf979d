package org.rmcast.tram;

import java.util.Set;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Role;
import org.rmcast.core.wire.Wire;
import org.rmcast.tram.wire.TramCodec;

/**
 * TRAM, a tree-based reliable multicast protocol: one sender, repair heads, selective and aggregated acknowledgements.
 *
 * <p>Paper: Khanna, Rogers, Bagchi, "Failure Handling in a Reliable Multicast Protocol for Improving Buffer Utilization and
 * Accommodating Heterogeneous Receivers", section 3.1, after Chiu, Hurst, Kadansky, Wesley (SMLI TR-98-66); constants of
 * the Java Reliable Multicast Service 1.1. Found by {@link java.util.ServiceLoader} under the name {@code tram}.
 */
public final class TramProtocol implements Protocol {
    /** Array header, references and map entries that a held packet costs besides its bytes. */
    private static final int PACKET_OVERHEAD_BYTES = 64;

    @Override
    public String name() {
        return "tram";
    }

    @Override
    public int wireId() {
        return TramCodec.PROTOCOL;
    }

    @Override
    public Set<Role> roles() {
        return Set.of(Role.SENDER, Role.RECEIVER, Role.REPAIR_NODE);
    }

    @Override
    public void validate(Parameters parameters) {
        TramConfig.of(parameters);
    }

    @Override
    public long memoryBoundBytes(Role role, Parameters parameters) {
        TramConfig config = TramConfig.of(parameters);
        int packets = role == Role.SENDER ? config.cachePackets : config.headCachePackets;
        long cache = (long) packets * (config.maxPacketBytes + PACKET_OVERHEAD_BYTES);
        return cache + (role == Role.SENDER ? config.sendBufferBytes : 0) + Wire.MAX_MESSAGE_BYTES;
    }

    @Override
    public boolean supportsStorage() {
        return true;
    }

    @Override
    public ParameterTable parameters() {
        return TramConfig.table();
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context, Parameters parameters) {
        TramContext tram = new TramContext(context, TramConfig.of(parameters));
        return context.role() == Role.SENDER ? new TramSenderEngine(tram) : new TramReceiverEngine(tram);
    }
}
