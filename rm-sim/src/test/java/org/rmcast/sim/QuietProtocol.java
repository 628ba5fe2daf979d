package org.rmcast.sim;

import java.util.Set;
import java.util.function.Function;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.testing.ToyConfigured;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.WireWriter;

/** A protocol without parameters, whose engines a function makes. */
public record QuietProtocol(Function<EngineContext, ProtocolEngine> engines) implements Protocol {
    private static final int WIRE_ID = 201;

    /** A plain packet of this protocol: some numbers. */
    public static byte[] packet(int type, long... numbers) {
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + 8 * numbers.length);
        DatagramHeader.begin(writer, type, 0);
        for (long number : numbers) {
            writer.writeLong(number);
        }
        return writer.toByteArray();
    }

    @Override
    public String name() {
        return "quiet";
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
        return new ToyConfigured(
                Set.of(Role.SENDER, Role.RECEIVER, Role.PEER), ToyConfigured.BEST_EFFORT, 1_000, engines);
    }
}
