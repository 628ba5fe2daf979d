package org.rmcast.testkit.tcp;

import java.util.List;
import java.util.Set;
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
import org.rmcast.sim.SimNode;

/**
 * A protocol of which some hosts of a simulation know nothing: they are the ends of TCP connections, so that both meet in the same queues.
 *
 * <p>For one simulation, which is to be {@code unjudged}: those hosts deliver nothing.
 */
public final class TcpNeighbours implements Protocol {
    private final Protocol protocol;
    private final List<TcpFlow> flows;

    public TcpNeighbours(Protocol protocol, TcpFlow... flows) {
        this.protocol = protocol;
        this.flows = List.of(flows);
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
        return new Neighbour(protocol.configure(parameters, maxPacketBytes), flows);
    }

    private record Neighbour(Configured configured, List<TcpFlow> flows) implements Configured {
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
        public boolean supportsStorage(Role role) {
            return configured.supportsStorage(role);
        }

        @Override
        public boolean supportsPruning() {
            return configured.supportsPruning();
        }

        @Override
        public PacketKind kind(byte[] packet) {
            return configured.kind(packet);
        }

        @Override
        public ProtocolEngine createEngine(EngineContext context) {
            for (TcpFlow flow : flows) {
                if (context.localAddress().equals(SimNode.addressOf(flow.from))) {
                    return new TcpEngine(flow, true);
                }
                if (context.localAddress().equals(SimNode.addressOf(flow.to))) {
                    return new TcpEngine(flow, false);
                }
            }
            return configured.createEngine(context);
        }
    }
}
