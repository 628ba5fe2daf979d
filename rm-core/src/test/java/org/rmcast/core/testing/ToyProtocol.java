package org.rmcast.core.testing;

import java.util.List;
import java.util.Set;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.Role;

/**
 * A protocol without repair, to test everything around protocols: numbered messages, gaps reported as lost, a pause and a
 * resume that carry back pressure, and acknowledgements for flush and close.
 *
 * <p>Parameters: {@code fail} (onStart, onSend, onDatagram, onDeadline: throws there), {@code mute} (true: never answers a
 * flush or a close), {@code memory} (the bound it claims, bytes).
 */
public final class ToyProtocol implements Protocol {
    static final int WIRE_ID = 200;

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
        return ParameterTable.none();
    }

    @Override
    public List<ToyMeter> meters() {
        return List.of(ToyMeter.values());
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        parameters.checkNames("fail", "mute", "memory");
        return new ToyConfigured(
                Set.of(Role.SENDER, Role.RECEIVER, Role.REPAIR_NODE),
                ToyConfigured.RELIABLE,
                parameters.longInteger("memory", 1 << 20, 0, Long.MAX_VALUE),
                context -> new ToyEngine(context, parameters.string("fail", ""), parameters.flag("mute", false)));
    }
}
