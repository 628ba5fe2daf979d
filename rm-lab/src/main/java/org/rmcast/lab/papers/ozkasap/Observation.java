package org.rmcast.lab.papers.ozkasap;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.GroupPlan;
import org.rmcast.lab.group.GroupRun;
import org.rmcast.lab.group.LinkNoise;
import org.rmcast.lab.group.Meter;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.RequestMeter;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * What all runs of the study have in common: one member sends at a constant rate, one other is watched.
 *
 * @param messageBytes on the wire
 * @param conditions noise, put on the links when the group has formed
 * @param drain after the last message
 * @param meters of what this run measures beside the others
 */
record Observation(
        Contender contender,
        Topology topology,
        int sender,
        int observer,
        int messageBytes,
        int rate,
        int seconds,
        Consumer<Simulation> conditions,
        Duration drain,
        List<Meter> meters) {
    private static final double LATENCY_BIN_MILLIS = 20;
    private static final double GAP_BIN_MILLIS = 1;

    /** Without meters of its own. */
    Observation(
            Contender contender,
            Topology topology,
            int sender,
            int observer,
            int messageBytes,
            int rate,
            int seconds,
            Consumer<Simulation> conditions) {
        this(
                contender,
                topology,
                sender,
                observer,
                messageBytes,
                rate,
                seconds,
                conditions,
                StudySettings.DRAIN,
                List.of());
    }

    /** This with a meter of its own. */
    Observation with(Meter meter) {
        return new Observation(
                contender, topology, sender, observer, messageBytes, rate, seconds, conditions, drain, List.of(meter));
    }

    /** This with another time after the last message. */
    Observation drain(Duration time) {
        return new Observation(
                contender, topology, sender, observer, messageBytes, rate, seconds, conditions, time, meters);
    }

    /** Makes the run; what the observer saw of latency is in the result, and can be asked further. */
    ObserverMeter measure(long seed, Measurement result) {
        Duration sending = Duration.ofSeconds(seconds);
        int messages = seconds * rate;
        ObserverMeter latency =
                new ObserverMeter(contender.traffic(), sender, observer, messages, LATENCY_BIN_MILLIS, GAP_BIN_MILLIS);
        GroupPlan plan = GroupPlan.ofPeers(topology, contender, StudySettings.START_INTERVAL)
                .conditions(conditions)
                .send(sender, Duration.ZERO, Workload.paced(messages, contender.payloadBytes(messageBytes), rate))
                .length(sending.plus(drain))
                .meter(new PacketMeter(contender.traffic(), observer, sending))
                .meter(new RequestMeter(observer, sending))
                .meter(latency);
        meters.forEach(plan::meter);
        GroupRun.measure(plan, seed, result);
        return latency;
    }

    /** The system-wide noise. */
    static void noise(Simulation simulation) {
        LinkNoise.onAllLinks(simulation, StudySettings.NOISE_PER_MILLE / 1e3);
    }
}
