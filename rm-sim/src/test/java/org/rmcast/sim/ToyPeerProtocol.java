package org.rmcast.sim;

import java.util.Set;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Role;

/** A small many-to-many protocol to try the simulator on: heartbeats, NAKs to the source, a bounded time to ask. */
final class ToyPeerProtocol implements Protocol {
    @Override
    public String name() {
        return "toy-peer";
    }

    @Override
    public int wireId() {
        return ToyProtocol.WIRE_ID;
    }

    @Override
    public Set<Role> roles() {
        return Set.of(Role.PEER);
    }

    @Override
    public void validate(Parameters parameters) {
        parameters.checkNames("closeWhenLost");
    }

    @Override
    public long memoryBoundBytes(Role role, Parameters parameters) {
        return 1 << 24;
    }

    @Override
    public ParameterTable parameters() {
        return ParameterTable.none();
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context, Parameters parameters) {
        return new ToyPeer(context, parameters.integer("closeWhenLost", 0, 0, 1) == 1);
    }
}
