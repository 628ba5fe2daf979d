package org.rmcast.lab.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.wire.Wire;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * One group to be simulated and measured: who is where, what is sent, what goes wrong. Host 0 sends. Filled by its own
 * methods, then given to {@link GroupRun}.
 */
public final class GroupPlan {
    final Topology topology;
    final Protocol protocol;
    final Map<Integer, Role> roles = new TreeMap<>();
    final Map<Integer, Parameters> ownParameters = new TreeMap<>();
    final Map<Integer, Duration> starts = new TreeMap<>();
    final List<Integer> normal = new ArrayList<>();
    final List<Integer> faulty = new ArrayList<>();
    final List<Integer> heads = new ArrayList<>();
    Parameters parameters = Parameters.none();
    int maxDatagramBytes = Wire.DEFAULT_DATAGRAM_BYTES;
    Workload workload = Workload.unpaced(1_000, 1_000);
    int warmUpMessages;
    Consumer<Simulation> faults = simulation -> {};
    Predicate<byte[]> firstTransmission = datagram -> false;
    Duration joinLimit = Duration.ofMinutes(5);
    Duration timeLimit = Duration.ofHours(8);
    Duration sampleInterval = Duration.ofMillis(500);
    Duration rateInterval = Duration.ofSeconds(1);
    int blockMessages = 32;
    int closeUpMessages = 1_000;
    boolean detailed = true;

    public GroupPlan(Topology topology, Protocol protocol) {
        this.topology = topology;
        this.protocol = protocol;
    }

    /** The parameters of all members but those that have their own. */
    public GroupPlan parameters(Parameters all) {
        parameters = all;
        return this;
    }

    /** The channel's largest datagram; 1,400 bytes unless said. */
    public GroupPlan maxDatagramBytes(int bytes) {
        maxDatagramBytes = bytes;
        return this;
    }

    /** The parameters of one member. */
    public GroupPlan parameters(int host, Parameters own) {
        ownParameters.put(host, own);
        return this;
    }

    /** A receiver on whose behaviour the claims about normal members rest. */
    public GroupPlan normal(int host, Duration start) {
        normal.add(host);
        starts.put(host, start);
        return this;
    }

    /** A receiver to which faults are done. */
    public GroupPlan faulty(int host, Duration start) {
        faulty.add(host);
        starts.put(host, start);
        return this;
    }

    /** A member without an application that repairs for others. */
    public GroupPlan head(int host, Duration start) {
        heads.add(host);
        roles.put(host, Role.REPAIR_NODE);
        starts.put(host, start);
        return this;
    }

    /**
     * What is sent, when all have joined.
     *
     * @param warmUp messages at the beginning that no figure counts
     */
    public GroupPlan workload(Workload sent, int warmUp) {
        workload = sent;
        warmUpMessages = warmUp;
        return this;
    }

    /** What is done to the simulation when the workload begins. */
    public GroupPlan faults(Consumer<Simulation> injected) {
        faults = injected;
        return this;
    }

    /**
     * Which of the sender's multicasts carry a message for the first time, one message each: for the rate and for the time
     * that a message spends at the sender.
     */
    public GroupPlan firstTransmission(Predicate<byte[]> which) {
        firstTransmission = which;
        return this;
    }

    /** The longest virtual time that the workload may take. */
    public GroupPlan timeLimit(Duration limit) {
        timeLimit = limit;
        return this;
    }

    /** Between two looks at the buffers, and the time over which a rate is averaged. */
    public GroupPlan sampling(Duration state, Duration rate) {
        sampleInterval = state;
        rateInterval = rate;
        return this;
    }

    /** Messages that one row of the latency series stands for, and messages shown one by one from the first on. */
    public GroupPlan resolution(int block, int closeUp) {
        blockMessages = block;
        closeUpMessages = closeUp;
        return this;
    }

    /** Figures only, and no series: for runs of which only means are shown. */
    public GroupPlan figuresOnly() {
        detailed = false;
        return this;
    }
}
