package org.rmcast.sim;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A group of protocol engines in simulated time. The same seed and calls give the same run, event by event, on every
 * JDK; {@link #digest()} proves it. After each event the promises of the protocol are checked: at most once, in order, no
 * silent loss, true contents, bounded memory, no delivery without room, no action after the end. A broken one throws
 * {@link InvariantViolation}, as does an exception from an engine. {@link SimulationBuilder#checks} adds further promises.
 *
 * <pre>{@code
 * Simulation simulation = Simulation.builder(42)
 *         .topology(Topology.star(5, LinkSettings.parse("delay=1ms,loss=5%")))
 *         .protocol(new TramProtocol())
 *         .build();
 * simulation.runUntil(() -> simulation.node(0).receiverCount() == 4, Duration.ofSeconds(10));
 * simulation.node(0).send(Workload.paced(1000, 210, 2000));
 * simulation.at(Duration.ofSeconds(3), simulation.node(2)::crash);
 * simulation.runFor(Duration.ofSeconds(30));
 * simulation.checkComplete();
 * }</pre>
 *
 * <p>Not thread safe; no threads, no clock.
 */
public final class Simulation {
    private final World world;
    private final Topology topology;
    private final Network network;
    private final List<SimNode> nodes;
    private final long stepLimit;
    private long steps;

    Simulation(World world, Topology topology, Network network, List<SimNode> nodes, long stepLimit) {
        this.world = world;
        this.topology = topology;
        this.network = network;
        this.nodes = List.copyOf(nodes);
        this.stepLimit = stepLimit;
    }

    /** Starts a description of a simulation; everything random in it follows from the seed. */
    public static SimulationBuilder builder(long seed) {
        return new SimulationBuilder(seed);
    }

    public long seed() {
        return world.seed;
    }

    /** Virtual time since the start. */
    public Duration now() {
        return Duration.ofNanos(world.now());
    }

    /** Events that have happened. */
    public long steps() {
        return steps;
    }

    public Topology topology() {
        return topology;
    }

    /** The node at a host of the topology. */
    public SimNode node(int host) {
        return nodes.get(host);
    }

    /** All nodes, by host number. */
    public List<SimNode> nodes() {
        return nodes;
    }

    /** The link between a host and its router. */
    public SimLink accessLink(int host) {
        return network.accessLink(host);
    }

    /** The link between a router, not the root, and its parent. */
    public SimLink trunkLink(int router) {
        return network.trunkLink(router);
    }

    /** One of the links between routers beside the trunks, by the number that the topology's builder gave it. */
    public SimLink crossLink(int number) {
        return network.crossLink(number);
    }

    /** Lets something happen at a time since the start, not before now. */
    public void at(Duration time, Runnable action) {
        long nanos = time.toNanos();
        if (nanos < world.now()) {
            throw new IllegalArgumentException("time must not be before " + now() + ", was " + time);
        }
        world.queue.add(nanos, now -> action.run());
    }

    /** Lets something happen some time from now. */
    public void after(Duration delay, Runnable action) {
        at(now().plus(delay), action);
    }

    /** Cuts these hosts off from all others; among themselves they still hear each other. */
    public void partition(Iterable<Integer> hosts) {
        for (int host : hosts) {
            world.record(host, TraceLog.Kind.PARTITION, 0, 0);
        }
        network.partition(hosts);
    }

    /** Ends all partitions. */
    public void heal() {
        world.record(-1, TraceLog.Kind.HEAL, 0, 0);
        network.heal();
    }

    /** From now on a host hears nothing of another; the other still hears it. */
    public void deafen(int host, int toHost) {
        setDeaf(host, toHost, true);
    }

    /** Ends what {@link #deafen} did. */
    public void hearAgain(int host, int fromHost) {
        setDeaf(host, fromHost, false);
    }

    private void setDeaf(int host, int other, boolean deaf) {
        world.record(host, TraceLog.Kind.DEAF, other, deaf ? 1 : 0);
        network.setDeaf(host, node(other).index(), deaf);
    }

    /** Asks {@code filter} of each datagram that a running member is about to get; in place of the filter before. */
    public void filter(ReceptionFilter filter) {
        world.filter = filter;
    }

    /** Sends a forged datagram from a host to the group, as an attacker there could; the array must not change afterwards. */
    public void injectMulticast(int fromHost, byte[] datagram, int ttl) {
        injectMulticast(fromHost, network.address(fromHost), datagram, ttl);
    }

    /** Sends a forged datagram from one host to another. */
    public void injectUnicast(int fromHost, int toHost, byte[] datagram) {
        injectUnicast(fromHost, network.address(fromHost), toHost, datagram);
    }

    /**
     * Sends a forged datagram from one host to another, with a made-up source address.
     *
     * @param atHost where the forger is
     * @param claimedFrom the address that the datagram names as its source
     */
    public void injectUnicast(int atHost, InetSocketAddress claimedFrom, int toHost, byte[] datagram) {
        forge(Packet.forged(datagram, atHost, claimedFrom, node(toHost).index()), 0);
    }

    /** Sends a forged datagram to the group, with a made-up source address. */
    public void injectMulticast(int atHost, InetSocketAddress claimedFrom, byte[] datagram, int ttl) {
        forge(Packet.forged(datagram, atHost, claimedFrom, Packet.GROUP), ttl);
    }

    private void forge(Packet packet, int ttl) {
        world.forged = true;
        network.send(packet, ttl);
    }

    /** Runs until a time since the start, what happens then included. */
    public void runUntil(Duration time) {
        long end = time.toNanos();
        while (!world.queue.isEmpty() && world.queue.nextTime() <= end) {
            step();
        }
        if (end > world.now()) {
            passTo(end);
        }
    }

    /** Runs for some time from now. */
    public void runFor(Duration time) {
        runUntil(now().plus(time));
    }

    /**
     * Runs until something is so, asked after each event, or for {@code limit} from now.
     *
     * @return whether it is so
     */
    public boolean runUntil(BooleanSupplier condition, Duration limit) {
        long end = world.now() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (world.queue.isEmpty() || world.queue.nextTime() > end) {
                passTo(end);
                return condition.getAsBoolean();
            }
            step();
        }
        return true;
    }

    /**
     * Checks, at the end of a run, that every receiver that is there has everything from where it joined up to the last
     * message accepted from each sender that is there or has closed, or was told what it lost, or that it is out of the
     * group. A peer owes nothing of a sender that it has heard nothing of, if it last reported that one's joining later.
     */
    public void checkComplete() {
        for (SimNode node : nodes) {
            Incarnation receiver = node.member();
            if (receiver == null || !receiver.isRunning() || !node.role().receives()) {
                continue;
            }
            receiver.checkMemory();
            for (SimNode source : nodes) {
                Incarnation sender = source.member();
                if (sender == null || sender == receiver || sender.log().accepted() == 0) {
                    continue;
                }
                String missing = receiver.receiving().streams().missing(sender.memberId(), sender.log());
                if (missing != null) {
                    throw world.violation(node.index(), "member " + receiver.memberId() + ": " + missing);
                }
            }
        }
        world.judge.atEnd();
    }

    /** A 64-bit digest of everything that happened so far: every action, every delivery, with time, node and bytes. */
    public long digest() {
        return world.trace.digest();
    }

    /** The last events in readable form, oldest first. */
    public String lastEvents() {
        return world.trace.tail();
    }

    /** Lets time go on, in which nothing happens. */
    private void passTo(long timeNanos) {
        world.advanceTo(timeNanos);
        world.judge.inspectIfDue();
    }

    private void step() {
        world.advanceTo(world.queue.nextTime());
        if (++steps > stepLimit) {
            throw world.violation(-1, "the run has not ended after " + stepLimit + " events");
        }
        world.queue.poll().fire(world.now());
        world.judge.inspectIfDue();
    }
}
