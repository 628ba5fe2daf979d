package org.rmcast.sim.allocation;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.rmcast.api.Meter;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.sim.Costs;

/**
 * A protocol whose engines' allocations are counted.
 *
 * @param sender counts those of the engine that sends: the first that is made of those of a run of {@link Costs}
 * @param others counts those of all others together
 * @param made how many engines were made
 */
record MeteredProtocol(Protocol protocol, AllocationMeter sender, AllocationMeter others, AtomicInteger made)
        implements Protocol {
    MeteredProtocol(Protocol protocol, AllocationMeter sender, AllocationMeter others) {
        this(protocol, sender, others, new AtomicInteger());
    }

    @Override
    public String name() {
        return protocol.name();
    }

    @Override
    public int wireId() {
        return protocol.wireId();
    }

    @Override
    public ParameterTable parameters() {
        return protocol.parameters();
    }

    @Override
    public List<? extends Meter> meters() {
        return protocol.meters();
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        return new Metered(protocol.configure(parameters, maxPacketBytes), this);
    }

    private record Metered(Configured configured, MeteredProtocol owner) implements Configured {
        @Override
        public Set<Role> roles() {
            return configured.roles();
        }

        @Override
        public Promise promise() {
            return configured.promise();
        }

        @Override
        public long memoryBoundBytes(Role role) {
            return configured.memoryBoundBytes(role);
        }

        @Override
        public PacketKind kind(byte[] packet) {
            return configured.kind(packet);
        }

        @Override
        public ProtocolEngine createEngine(EngineContext context) {
            boolean sends = owner.made.getAndIncrement() % (1 + Costs.RECEIVERS) == 0;
            return new MeteredEngine(configured.createEngine(context), sends ? owner.sender : owner.others);
        }
    }
}
