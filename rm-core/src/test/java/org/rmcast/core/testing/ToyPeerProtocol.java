package org.rmcast.core.testing;

import java.util.Set;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;

/** {@link ToyProtocol} for members that send as well as receive: each joins every other's stream. */
public final class ToyPeerProtocol implements Protocol {
    public static final int WIRE_ID = 202;

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
        return ToyConfig.TABLE;
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        ToyConfig config = new ToyConfig(parameters);
        return new ToyConfigured(
                Set.of(Role.PEER), ToyConfigured.RELIABLE, config.memory, context -> new ToyEngine(context, config));
    }
}
