package org.rmcast.testkit.tcp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.LinkUse;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;

/**
 * Groups and TCP connections through one bottleneck: senders on one side, receivers on the other. Each flow has a host of its own
 * on both sides.
 */
public final class SharedBottleneck {
    /** What a packet of a TCP connection takes. */
    public static final int PACKET_BYTES = 1_400;

    private static final LinkSettings ACCESS = LinkSettings.parse("rate=10Gbit,queue=100000");

    private static final String FILL_PACKETS = "fillPackets";

    private final Simulation simulation;
    private final GroupTraffic traffic;
    private final int groups;
    private final int router;
    private final List<TcpFlow> flows;
    private final long[] groupBefore;
    private final long[] flowBefore;
    private LinkUse linkBefore = LinkUse.NONE;

    private SharedBottleneck(Simulation simulation, GroupTraffic traffic, int groups, int router, List<TcpFlow> flows) {
        this.simulation = simulation;
        this.traffic = traffic;
        this.groups = groups;
        this.router = router;
        this.flows = flows;
        this.groupBefore = new long[groups];
        this.flowBefore = new long[flows.size()];
    }

    /**
     * Hosts 2 i and 2 i + 1 are the ends of flow i; the groups, of one receiver each, are the first flows.
     *
     * @param protocol of the groups
     * @param traffic what they send
     * @param link the bottleneck, as {@link LinkSettings#parse} reads it
     * @param parameters of the groups
     */
    public static SharedBottleneck of(
            long seed,
            Protocol protocol,
            GroupTraffic traffic,
            int groups,
            String link,
            Duration roundTrip,
            Parameters parameters,
            TcpFlow... flows) {
        Topology.Builder topology = Topology.builder();
        int router = topology.router(0, LinkSettings.parse(link + "," + delay(roundTrip)));
        int count = groups + flows.length;
        for (int i = 0; i < count; i++) {
            topology.host(0, ACCESS);
            topology.host(router, ACCESS);
        }
        SimulationBuilder builder = Simulation.builder(seed)
                .topology(topology.build())
                .protocol(new TcpNeighbours(protocol, flows))
                .parameters(onePerPacket(protocol, parameters))
                .unjudged()
                .traceLines(0);
        for (int i = 0; i < count; i++) {
            builder.role(2 * i, i < groups ? Role.SENDER : Role.RECEIVER).role(2 * i + 1, Role.RECEIVER);
        }
        Simulation simulation = builder.build();
        keepApart(simulation, groups);
        return new SharedBottleneck(simulation, traffic, groups, router, List.of(flows));
    }

    /**
     * One group, and many receivers of it behind the bottleneck: host 0 sends.
     *
     * @param protocol of the group
     * @param traffic what it sends
     * @param receivers how many, at least 1
     * @param link the bottleneck, as {@link LinkSettings#parse} reads it
     * @param parameters of the group
     */
    public static SharedBottleneck ofGroup(
            long seed,
            Protocol protocol,
            GroupTraffic traffic,
            int receivers,
            String link,
            Duration roundTrip,
            Parameters parameters) {
        Topology.Builder topology = Topology.builder();
        int router = topology.router(0, LinkSettings.parse(link + "," + delay(roundTrip)));
        topology.host(0, ACCESS);
        for (int i = 0; i < receivers; i++) {
            topology.host(router, ACCESS);
        }
        SimulationBuilder builder = Simulation.builder(seed)
                .topology(topology.build())
                .protocol(protocol)
                .parameters(parameters)
                .unjudged()
                .traceLines(0)
                .role(0, Role.SENDER);
        for (int i = 1; i <= receivers; i++) {
            builder.role(i, Role.RECEIVER);
        }
        return new SharedBottleneck(builder.build(), traffic, 1, router, List.of());
    }

    private static Parameters onePerPacket(Protocol protocol, Parameters given) {
        return protocol.parameters().find(FILL_PACKETS).isPresent() ? given.with(FILL_PACKETS, false) : given;
    }

    private static String delay(Duration roundTrip) {
        return "delay=" + roundTrip.dividedBy(2).toNanos() / 1_000 + "us";
    }

    private static void keepApart(Simulation simulation, int groups) {
        if (groups < 2) {
            return;
        }
        simulation.filter((host, datagram) -> {
            for (SimNode node : simulation.nodes()) {
                if (node.memberId() == DatagramHeader.memberId(datagram)) {
                    return node.index() / 2 == host / 2;
                }
            }
            return true;
        });
    }

    /** The simulation, to run. */
    public Simulation simulation() {
        return simulation;
    }

    /** A group sends as fast as it may. */
    public void send(int group) {
        traffic.begin(simulation.node(2 * group));
    }

    /** From now on bytes are counted. */
    public void mark() {
        for (int i = 0; i < groups; i++) {
            groupBefore[i] = received(i);
        }
        for (int i = 0; i < flows.size(); i++) {
            flowBefore[i] = flows.get(i).arrivedBytes();
        }
        linkBefore = simulation.trunkLink(router).useDown();
    }

    /** What got across to a group's first receiver as the network carries it, each packet counted once. */
    private long received(int group) {
        return simulation.node(2 * group + 1).statistics().get(EngineMeter.DATA_PACKETS_RECEIVED)
                * traffic.packetBytes();
    }

    /** Bytes of each flow since the mark, the groups first. */
    public List<Long> bytes() {
        List<Long> bytes = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            bytes.add(received(i) - groupBefore[i]);
        }
        for (int i = 0; i < flows.size(); i++) {
            bytes.add(flows.get(i).arrivedBytes() - flowBefore[i]);
        }
        return bytes;
    }

    /** What was to pass the bottleneck since the mark, in bytes. */
    public long offeredBytes() {
        return use().bytes() + use().overflowed() * PACKET_BYTES;
    }

    /** Of the bottleneck since the mark. */
    public LinkUse use() {
        return simulation.trunkLink(router).useDown().since(linkBefore);
    }
}
