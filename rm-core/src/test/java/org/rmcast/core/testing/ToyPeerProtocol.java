package org.rmcast.core.testing;

import java.util.Set;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Role;

/** Like {@link ToyProtocol} for members that send as well as receive. Without parameters. */
public final class ToyPeerProtocol implements Protocol {
    static final int WIRE_ID = 202;

    @Override
    public String name() {
        return "toypeer";
    }

    @Override
    public int wireId() {
        return WIRE_ID;
    }

    @Override
    public Set<Role> roles() {
        return Set.of(Role.PEER);
    }

    @Override
    public void validate(Parameters parameters) {
        parameters.checkNames();
    }

    @Override
    public long memoryBoundBytes(Role role, Parameters parameters) {
        return 1 << 20;
    }

    @Override
    public ParameterTable parameters() {
        return ParameterTable.none();
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context, Parameters parameters) {
        return new ToyPeerEngine(context);
    }
}
