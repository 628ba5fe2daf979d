package org.rmcast.lab.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.rmcast.api.Parameters;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * One group of peers to be simulated and measured: who is where, who sends what and when. Every host of the topology is a
 * member that may send and receives. Filled by its own methods, then given to {@link PeerRun}.
 */
public final class PeerPlan {
    final Topology topology;
    final Contender contender;
    final Map<Integer, Parameters> ownParameters = new TreeMap<>();
    final List<Sending> sendings = new ArrayList<>();
    final List<Meter> meters = new ArrayList<>();
    Consumer<Simulation> conditions = simulation -> {};
    Duration startInterval = Duration.ofMillis(20);
    Duration settleLimit = Duration.ofMinutes(2);
    Duration length = Duration.ofSeconds(10);

    /** What one member sends from some time after the begin on, in place of what it sent before. */
    record Sending(int host, Duration offset, Workload workload) {}

    public PeerPlan(Topology topology, Contender contender) {
        this.topology = topology;
        this.contender = contender;
    }

    /** The parameters of one member, in place of the common ones. */
    public PeerPlan parameters(int host, Parameters own) {
        ownParameters.put(host, own);
        return this;
    }

    /** Lets a member send something, counted from the begin. */
    public PeerPlan send(int host, Duration offset, Workload workload) {
        sendings.add(new Sending(host, offset, workload));
        return this;
    }

    /** What is done to the simulation at the begin: noise, for instance, so that the group forms without it. */
    public PeerPlan conditions(Consumer<Simulation> arranged) {
        conditions = arranged;
        return this;
    }

    /** How long the run takes from the begin on, what is sent last included. */
    public PeerPlan length(Duration time) {
        length = time;
        return this;
    }

    public PeerPlan meter(Meter meter) {
        meters.add(meter);
        return this;
    }

    /** Between the starts of two members, one after the other; the group forms before the begin. */
    public PeerPlan startInterval(Duration time) {
        startInterval = time;
        return this;
    }
}
