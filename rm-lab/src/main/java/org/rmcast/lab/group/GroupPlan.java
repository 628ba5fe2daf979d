package org.rmcast.lab.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.wire.Wire;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * One group to be simulated and measured: who is where, who sends what and when, what goes wrong, what is measured. Filled by
 * its own methods, then given to {@link GroupRun}.
 */
public final class GroupPlan {
    private static final Duration PEERS_SETTLE_LIMIT = Duration.ofMinutes(2);
    private static final Duration SENDER_JOIN_LIMIT = Duration.ofMinutes(5);

    final Topology topology;
    final Protocol protocol;
    final Formation formation;
    final Parameters parameters;
    final Map<Integer, Role> roles = new TreeMap<>();
    final Map<Integer, Parameters> ownParameters = new TreeMap<>();
    final Map<Integer, Duration> starts = new TreeMap<>();
    final List<Sending> sendings = new ArrayList<>();
    final List<Meter> meters = new ArrayList<>();
    int maxDatagramBytes = Wire.DEFAULT_DATAGRAM_BYTES;
    Consumer<Simulation> conditions = simulation -> {};
    BooleanSupplier done = () -> false;
    Duration limit = Duration.ofSeconds(10);

    /**
     * What one member sends, in place of what it sent before.
     *
     * @param atOnce at the begin itself, before anything else happens
     * @param offset else, from the begin on
     */
    record Sending(int host, boolean atOnce, Duration offset, Workload workload) {}

    private GroupPlan(Topology topology, Protocol protocol, Parameters parameters, Formation formation) {
        this.topology = topology;
        this.protocol = protocol;
        this.parameters = parameters;
        this.formation = formation;
    }

    /** A group in which host 0 sends to the receivers of a cast, some of them with a repair head between. */
    public static GroupPlan ofSender(Topology topology, Protocol protocol, Parameters parameters, Cast cast) {
        GroupPlan plan = new GroupPlan(
                topology,
                protocol,
                parameters,
                Formation.senderKnows(cast.receivers().size(), SENDER_JOIN_LIMIT));
        cast.heads().forEach(host -> plan.roles.put(host, Role.REPAIR_NODE));
        return plan;
    }

    /** A group of peers, of which every one may send: one on each host, started one after the other. */
    public static GroupPlan ofPeers(Topology topology, Contender contender, Duration startInterval) {
        GroupPlan plan = new GroupPlan(
                topology,
                contender.protocol(),
                contender.parameters(),
                Formation.allKnowAll(startInterval.multipliedBy(topology.hosts()), PEERS_SETTLE_LIMIT));
        for (int host = 0; host < topology.hosts(); host++) {
            plan.roles.put(host, Role.PEER);
            plan.start(host, startInterval.multipliedBy(host));
        }
        return plan;
    }

    /** The channel's largest datagram; 1,400 bytes unless said. */
    public GroupPlan maxDatagramBytes(int bytes) {
        maxDatagramBytes = bytes;
        return this;
    }

    /** The parameters of one member, in place of the common ones. */
    public GroupPlan parameters(int host, Parameters own) {
        ownParameters.put(host, own);
        return this;
    }

    /** When a member starts; at once unless said. */
    public GroupPlan start(int host, Duration time) {
        starts.put(host, time);
        return this;
    }

    /** Lets a member send as soon as the group has formed. */
    public GroupPlan send(int host, Workload workload) {
        sendings.add(new Sending(host, true, Duration.ZERO, workload));
        return this;
    }

    /** Lets a member send something, some time after the group has formed. */
    public GroupPlan send(int host, Duration offset, Workload workload) {
        sendings.add(new Sending(host, false, offset, workload));
        return this;
    }

    /** Who is planned to send nothing receives only, which spares the others the state of a stream without messages. */
    public GroupPlan receivingOnly() {
        Set<Integer> senders = sendings.stream().map(Sending::host).collect(Collectors.toSet());
        roles.replaceAll((host, role) -> senders.contains(host) ? role : Role.RECEIVER);
        return this;
    }

    /** What is done to the simulation when the group has formed, which it does without it: noise, faults. */
    public GroupPlan conditions(Consumer<Simulation> arranged) {
        conditions = arranged;
        return this;
    }

    /** How long the run takes once the group has formed, what is sent last included. */
    public GroupPlan length(Duration time) {
        limit = time;
        return this;
    }

    /** The run ends when something is so, at the latest after some time. */
    public GroupPlan until(BooleanSupplier condition, Duration latest) {
        done = condition;
        limit = latest;
        return this;
    }

    public GroupPlan meter(Meter meter) {
        meters.add(meter);
        return this;
    }
}
