package org.rmcast.sim;

import java.util.Set;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.Role;
import org.rmcast.core.testing.ToyConfigured;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.WireWriter;

/**
 * A small reliable protocol to try the simulator on: data with sequence numbers, heartbeats, NAKs and acks to the sender.
 */
final class ToyProtocol implements Protocol {
    static final int WIRE_ID = 200;
    static final int DATA = 1;
    static final int NAK = 2;
    static final int HEARTBEAT = 3;
    static final int ACK = 4;

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
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        parameters.checkNames("window");
        int window = parameters.integer("window", 256, 1, 100_000);
        return new ToyConfigured(
                Set.of(Role.SENDER, Role.RECEIVER),
                ToyConfigured.RELIABLE,
                1 << 24,
                context -> context.role() == Role.SENDER ? new ToySender(context, window) : new ToyReceiver(context));
    }

    /** A datagram of two numbers and a payload. */
    static byte[] datagram(EngineContext context, int type, long first, long second, byte[] payload) {
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + 16 + payload.length);
        DatagramHeader.begin(writer, type, 0);
        writer.writeLong(first).writeLong(second).writeBytes(payload, 0, payload.length);
        return writer.toByteArray();
    }
}
