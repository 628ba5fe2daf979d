package org.rmcast.core.testing;

import java.util.List;
import java.util.Set;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;

/**
 * A small protocol that keeps what it promises, to test everything around protocols: a sender that receivers join, negative and
 * positive acknowledgements, heartbeats, a window. A message is one packet, and repairs go to the group. An address is sent no more
 * than was heard from it, before it has proved itself. A repair node listens and does nothing.
 */
public final class ToyProtocol implements Protocol {
    public static final int WIRE_ID = 200;

    @Override
    public String name() {
        return "toy";
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
    public List<ToyMeter> meters() {
        return List.of(ToyMeter.values());
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        ToyConfig config = new ToyConfig(parameters);
        return new ToyConfigured(
                Set.of(Role.SENDER, Role.RECEIVER, Role.REPAIR_NODE),
                ToyConfigured.RELIABLE,
                config.memory,
                context -> new ToyEngine(context, config));
    }
}
