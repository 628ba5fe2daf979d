package org.rmcast.lab.papers.ozkasap;

import java.time.Duration;
import java.util.function.Consumer;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.GroupPlan;
import org.rmcast.lab.group.GroupRun;
import org.rmcast.lab.group.LinkNoise;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * What all runs of the study have in common: one member sends at a constant rate, one other is watched.
 *
 * @param conditions noise, put on the links when the group has formed
 */
record Observation(
        Contender contender,
        Topology topology,
        int sender,
        int observer,
        int messageBytes,
        int rate,
        int seconds,
        Consumer<Simulation> conditions) {
    private static final double LATENCY_BIN_MILLIS = 20;
    private static final double GAP_BIN_MILLIS = 1;

    /** Makes the run; what the observer saw of latency is in the result, and can be asked further. */
    ObserverMeter measure(long seed, Measurement result) {
        int messages = seconds * rate;
        ObserverMeter latency =
                new ObserverMeter(contender.traffic(), sender, observer, messages, LATENCY_BIN_MILLIS, GAP_BIN_MILLIS);
        GroupPlan plan = GroupPlan.ofPeers(topology, contender, StudySettings.START_INTERVAL)
                .conditions(conditions)
                .send(sender, Duration.ZERO, Workload.paced(messages, messageBytes, rate))
                .length(Duration.ofSeconds(seconds).plus(StudySettings.DRAIN))
                .meter(new PacketMeter(contender.traffic(), observer))
                .meter(latency);
        GroupRun.measure(plan, seed, result);
        return latency;
    }

    /** The system-wide noise. */
    static void noise(Simulation simulation) {
        LinkNoise.onAllLinks(simulation, StudySettings.NOISE);
    }
}
