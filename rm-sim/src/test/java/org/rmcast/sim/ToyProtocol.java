package org.rmcast.sim;

import java.util.Set;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Role;
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
    public Set<Role> roles() {
        return Set.of(Role.SENDER, Role.RECEIVER);
    }

    @Override
    public void validate(Parameters parameters) {
        parameters.checkNames("window");
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
        int window = parameters.integer("window", 256, 1, 100_000);
        return switch (context.role()) {
            case SENDER -> new ToySender(context, window);
            case RECEIVER -> new ToyReceiver(context);
            case REPAIR_NODE, PEER -> throw new IllegalArgumentException("toy has no " + context.role());
        };
    }

    /** A datagram of two numbers and a payload. */
    static byte[] datagram(EngineContext context, int type, long first, long second, byte[] payload) {
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + 16 + payload.length);
        DatagramHeader.begin(writer, type, 0);
        writer.writeLong(first).writeLong(second).writeBytes(payload, 0, payload.length);
        return writer.toByteArray();
    }
}
