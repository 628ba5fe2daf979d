package org.rmcast.sim;

import java.util.Set;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.Role;
import org.rmcast.core.testing.ToyConfigured;

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
    public ParameterTable parameters() {
        return ParameterTable.none();
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        parameters.checkNames("closeWhenLost");
        boolean closes = parameters.integer("closeWhenLost", 0, 0, 1) == 1;
        return new ToyConfigured(
                Set.of(Role.PEER), ToyConfigured.RELIABLE, 1 << 24, context -> new ToyPeer(context, closes));
    }
}
