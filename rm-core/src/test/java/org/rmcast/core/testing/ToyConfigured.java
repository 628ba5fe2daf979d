package org.rmcast.core.testing;

import java.util.Set;
import java.util.function.Function;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.ProtocolEngine;

/**
 * A toy protocol under its parameters; its packets are those of {@link ToyPacket}.
 *
 * @param memoryBytes the bound that it claims
 * @param engines makes an engine
 */
public record ToyConfigured(
        Set<Role> roles, Promise promise, long memoryBytes, Function<EngineContext, ProtocolEngine> engines)
        implements Configured {
    /** Everything to everybody in order, confirmed. */
    public static final Promise RELIABLE = new Promise(
            Promise.Order.FIFO, Promise.Completeness.ALL, Promise.Flush.EVERY_RECEIVER, Promise.Destinations.GROUP);

    /** In order what comes, the rest reported, nothing confirmed. */
    public static final Promise BEST_EFFORT = new Promise(
            Promise.Order.FIFO, Promise.Completeness.WHILE_HELD, Promise.Flush.NOBODY, Promise.Destinations.GROUP);

    @Override
    public long memoryBoundBytes(Role role) {
        return memoryBytes;
    }

    @Override
    public PacketKind kind(byte[] packet) {
        return ToyPacket.kind(packet);
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context) {
        if (!roles.contains(protocolRole(context.role()))) {
            throw new IllegalArgumentException("role must be one of " + roles + ", was " + context.role());
        }
        return engines.apply(context);
    }
}
