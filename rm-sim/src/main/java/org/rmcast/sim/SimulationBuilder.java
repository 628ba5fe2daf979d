package org.rmcast.sim;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Parameters;
import org.rmcast.api.PruningPolicy;
import org.rmcast.api.Role;
import org.rmcast.core.driver.PathPlan;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.PruningGuard;
import org.rmcast.core.wire.Wire;
import org.rmcast.sim.check.Checks;
import org.rmcast.sim.ledger.Order;

/** Describes a simulation: the topology, the protocol, who plays which role and starts when, and all bounds. */
public final class SimulationBuilder {
    /** The session of all simulations. */
    static final long SESSION_ID = 0x5E55_1011_1213_1415L;

    private static final byte[] GROUP = {(byte) 239, 1, 2, 3};
    private static final int GROUP_PORT = 4001;

    private static final String RATE_CONTROL = "rateControl";

    private final long seed;
    private final Map<Integer, Role> roles = new HashMap<>();
    private final Map<Integer, Parameters> ownParameters = new HashMap<>();
    private final Map<Integer, Long> starts = new HashMap<>();
    private final Map<Integer, Long> storageBytes = new HashMap<>();
    private Topology topology = Topology.star(2, LinkSettings.perfect());
    private @Nullable Protocol protocol;
    private @Nullable Role commonRole;
    private Parameters parameters = Parameters.none();
    private int maxDatagramBytes = Wire.DEFAULT_DATAGRAM_BYTES;
    private int ttl = 64;
    private long gatherNanos;
    private int deliveryQueueMessages = 1_024;
    private int sendQueueMessages = 1_024;
    private int socketBufferPackets = 2_048;
    private int memoryCheckEvery = 64;
    private int traceLines = 60;
    private long stepLimit = 1_000_000_000L;
    private String replayCommand = "";
    private boolean deliverOwn;

    @Nullable
    private ReplicaSettings replicas;

    private PruningPolicy pruning = PruningPolicy.NEVER;
    private boolean judged = true;
    private Checks checks = Checks.none();

    SimulationBuilder(long seed) {
        this.seed = seed;
    }

    /** The network; each of its hosts carries one node. Two hosts on a perfect network by default. */
    public SimulationBuilder topology(Topology topology) {
        this.topology = topology;
        return this;
    }

    /** The protocol that all nodes run. */
    public SimulationBuilder protocol(Protocol protocol) {
        this.protocol = protocol;
        return this;
    }

    /** The parameters of all nodes but those that have their own; none by default. */
    public SimulationBuilder parameters(Parameters parameters) {
        this.parameters = parameters;
        return this;
    }

    /** The parameters of one node. */
    public SimulationBuilder parameters(int host, Parameters own) {
        ownParameters.put(host, own);
        return this;
    }

    /**
     * Gives a sender storage that outlives crashes: a member that is started after a crash resumes, under the same member id,
     * and its application goes on with the first message that is not completely stored. Or a repair head, whose storage is a cache and
     * empty after each start. None by default.
     *
     * @param bytes how much it holds, positive
     */
    public SimulationBuilder storage(int host, long bytes) {
        storageBytes.put(host, bytes);
        return this;
    }

    /** The role of all nodes that have none of their own; without it host 0 is the sender and the others are receivers. */
    public SimulationBuilder roles(Role role) {
        commonRole = role;
        return this;
    }

    /** A node's role. */
    public SimulationBuilder role(int host, Role role) {
        roles.put(host, role);
        return this;
    }

    /** When a node's member starts, unless {@link SimNode#restart} has done so before; at 0 by default. */
    public SimulationBuilder startAt(int host, Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("start must be 0 or later, was " + time);
        }
        starts.put(host, time.toNanos());
        return this;
    }

    /** A node's member does not start by itself, only by {@link SimNode#restart}. */
    public SimulationBuilder notStarted(int host) {
        starts.put(host, -1L);
        return this;
    }

    /** The channel's time to live, 0 to 255, 64 by default; see {@link Topology} for how far it carries. */
    public SimulationBuilder ttl(int hops) {
        this.ttl = hops;
        return this;
    }

    /** The channel's largest datagram, 1,400 bytes by default. */
    public SimulationBuilder maxDatagramBytes(int bytes) {
        this.maxDatagramBytes = bytes;
        return this;
    }

    /**
     * How long datagrams gather in a node's socket before it wakes up and takes them all, so that engines see batches; 0,
     * the default, wakes it for each.
     */
    public SimulationBuilder gather(Duration time) {
        this.gatherNanos = time.toNanos();
        return this;
    }

    /** The bound of each application's queue of received messages, 1,024 by default. */
    public SimulationBuilder deliveryQueue(int messages) {
        this.deliveryQueueMessages = positive("deliveryQueue", messages);
        return this;
    }

    /** The bound of each application's queue of messages given by {@link SimNode#send(byte[])}, 1,024 by default. */
    public SimulationBuilder sendQueue(int messages) {
        this.sendQueueMessages = positive("sendQueue", messages);
        return this;
    }

    /** The datagrams that wait in the socket of a paused or gathering node, 2,048 by default. */
    public SimulationBuilder socketBuffer(int packets) {
        this.socketBufferPackets = positive("socketBuffer", packets);
        return this;
    }

    /** Checks a node's memory bound once in so many of its wake-ups, 64 by default. */
    public SimulationBuilder memoryCheckEvery(int wakeUps) {
        this.memoryCheckEvery = positive("memoryCheckEvery", wakeUps);
        return this;
    }

    /** Gives the applications of peers what they send themselves, too; off by default. */
    public SimulationBuilder deliverOwn() {
        this.deliverOwn = true;
        return this;
    }

    /**
     * Gives peers applications with a state, which each new member asks another one for; they are given their own messages, too.
     *
     * @param factory makes that of a host's next incarnation
     * @param timeout how long a member waits for a state
     * @param roomBytes how much of a state an application takes in one wake-up
     */
    public SimulationBuilder replicas(IntFunction<Replica> factory, Duration timeout, int roomBytes) {
        this.replicas = new ReplicaSettings(factory, timeout, roomBytes);
        return deliverOwn();
    }

    /** What is watched besides the promises that every run is checked for; nothing by default. */
    public SimulationBuilder checks(Checks invariants) {
        this.checks = invariants;
        return this;
    }

    /** How many of the last events a violation shows, 60 by default, 0 for none. */
    public SimulationBuilder traceLines(int lines) {
        if (lines < 0) {
            throw new IllegalArgumentException("traceLines must be 0 or more, was " + lines);
        }
        this.traceLines = lines;
        return this;
    }

    /** A run of more events than this has failed; 10^9 by default. */
    public SimulationBuilder stepLimit(long events) {
        this.stepLimit = events;
        return this;
    }

    /**
     * Who excludes members besides the rules of the protocol, at all nodes, as {@code SessionBuilder.pruning}; nobody by default. What it
     * throws keeps the member.
     */
    public SimulationBuilder pruning(PruningPolicy policy) {
        this.pruning = policy;
        return this;
    }

    /**
     * Does not check what applications are given: for runs in which somebody forges messages. That an engine throws, or acts
     * after its end, is a violation all the same.
     */
    public SimulationBuilder unjudged() {
        this.judged = false;
        return this;
    }

    /** The command that repeats this run, shown by a violation. */
    public SimulationBuilder replayCommand(String command) {
        this.replayCommand = command;
        return this;
    }

    /**
     * Makes the simulation at time 0; the members that start then have started, in the order of host numbers.
     *
     * @throws IllegalArgumentException if there is no protocol, or it refuses its parameters
     */
    public Simulation build() {
        Protocol chosen = protocol;
        if (chosen == null) {
            throw new IllegalArgumentException("protocol is missing");
        }
        World world = new World(seed, traceLines, replayCommand);
        List<SimNode> nodes = new ArrayList<>();
        for (int host = 0; host < topology.hosts(); host++) {
            nodes.add(new SimNode(world, host, settings(host, chosen)));
        }
        world.order = Order.of(nodes.get(0).promise());
        List<Port> ports = new ArrayList<>();
        nodes.forEach(node -> ports.add((packet, ttl, via, now) -> node.arrive(packet, now)));
        Network network = new Network(world, topology, ports);
        world.judge.begin(nodes, checks);
        for (SimNode node : nodes) {
            node.attach(network);
            long start = starts.getOrDefault(node.index(), 0L);
            if (start > 0) {
                world.queue.add(start, now -> startFirst(node));
            } else if (start == 0) {
                node.start();
            }
        }
        return new Simulation(world, topology, network, nodes, stepLimit);
    }

    private static void startFirst(SimNode node) {
        if (node.incarnations() == 0) {
            node.start();
        }
    }

    private NodeSettings settings(int host, Protocol chosen) {
        PathPlan plan = new PathPlan(chosen.wireId(), SESSION_ID);
        return new NodeSettings(
                plan,
                chosen.configure(
                        ofOwnNetwork(ownParameters.getOrDefault(host, parameters), chosen),
                        plan.maxPacketBytes(maxDatagramBytes)),
                roleOf(host),
                SESSION_ID,
                groupAddress(),
                ttl,
                maxDatagramBytes,
                gatherNanos,
                deliveryQueueMessages,
                sendQueueMessages,
                socketBufferPackets,
                memoryCheckEvery,
                storageBytes.getOrDefault(host, 0L),
                deliverOwn,
                replicas,
                new PruningGuard(pruning, failure -> {}),
                judged);
    }

    /**
     * Hosts have the network for themselves unless a run says otherwise: by a ttl of 64, as here, {@code rateControl} would be that of
     * a network which is shared.
     */
    private static Parameters ofOwnNetwork(Parameters given, Protocol protocol) {
        boolean byTtl = !given.has(RATE_CONTROL)
                && !given.string("preset", "defaults").equals("paper")
                && protocol.parameters()
                        .find(RATE_CONTROL)
                        .filter(parameter -> parameter.defaults().defaults().equals("by-ttl"))
                        .isPresent();
        return byTtl ? given.with(RATE_CONTROL, "lan") : given;
    }

    private Role roleOf(int host) {
        Role common = commonRole == null ? (host == 0 ? Role.SENDER : Role.RECEIVER) : commonRole;
        return roles.getOrDefault(host, common);
    }

    private static InetSocketAddress groupAddress() {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(GROUP), GROUP_PORT);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    private static int positive(String field, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(field + " must be 1 or more, was " + value);
        }
        return value;
    }
}
