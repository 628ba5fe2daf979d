package org.rmcast.sim;

import java.util.Set;
import java.util.function.Function;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Role;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.WireWriter;

/** A protocol without parameters, whose engines a function makes. */
public record QuietProtocol(Function<EngineContext, ProtocolEngine> engines) implements Protocol {
    private static final int WIRE_ID = 201;

    /** A datagram of this protocol: the header and some numbers. */
    public static byte[] datagram(EngineContext context, int type, long... numbers) {
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + 8 * numbers.length);
        DatagramHeader.write(writer, WIRE_ID, type, 0, context.sessionId(), context.memberId());
        for (long number : numbers) {
            writer.writeLong(number);
        }
        return DatagramHeader.seal(writer.toByteArray());
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
    public Set<Role> roles() {
        return Set.of(Role.SENDER, Role.RECEIVER);
    }

    @Override
    public void validate(Parameters parameters) {
        parameters.checkNames();
    }

    @Override
    public long memoryBoundBytes(Role role, Parameters parameters) {
        return 1_000;
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context, Parameters parameters) {
        return engines.apply(context);
    }
}
