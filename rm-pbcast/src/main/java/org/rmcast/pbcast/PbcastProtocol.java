package org.rmcast.pbcast;

import java.util.Set;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Role;
import org.rmcast.pbcast.wire.PbcastCodec;

/**
 * Bimodal Multicast (pbcast): unreliable multicast among equals, repaired by gossip. Members that keep up get messages at a
 * steady rate whatever befalls others; what can not be repaired in time is reported as lost.
 *
 * <p>Papers: see {@link PbcastConfig}. Found by {@link java.util.ServiceLoader} under the name {@code pbcast}.
 */
public final class PbcastProtocol implements Protocol {
    /** What it costs to follow a stream besides its packets and one bit for each in the window. */
    private static final long STREAM_BYTES = 4096;

    @Override
    public String name() {
        return "pbcast";
    }

    @Override
    public int wireId() {
        return PbcastCodec.PROTOCOL;
    }

    @Override
    public Set<Role> roles() {
        return Set.of(Role.SENDER, Role.RECEIVER, Role.PEER, Role.REPAIR_NODE);
    }

    @Override
    public void validate(Parameters parameters) {
        PbcastConfig.of(parameters);
    }

    @Override
    public long memoryBoundBytes(Role role, Parameters parameters) {
        PbcastConfig config = PbcastConfig.of(parameters);
        long own = config.ownBufferBytes + config.sendBufferBytes;
        long streams = config.maxSenders * (STREAM_BYTES + config.bufferPackets / 8L);
        long others = config.bufferBytes + streams + (role.receives() ? config.assemblyBytes : 0);
        return (role.sends() ? own : 0) + (role == Role.SENDER ? 0 : others);
    }

    @Override
    public ParameterTable parameters() {
        return PbcastConfig.table();
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context, Parameters parameters) {
        return new PbcastEngine(new PbcastContext(context, PbcastConfig.of(parameters)));
    }
}
