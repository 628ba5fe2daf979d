package org.rmcast.core.testing;

import java.util.Set;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
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
    public ParameterTable parameters() {
        return ParameterTable.none();
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        parameters.checkNames();
        return new ToyConfigured(Set.of(Role.PEER), ToyConfigured.RELIABLE, 1 << 20, ToyPeerEngine::new);
    }
}
