package org.rmcast.lab.papers.khanna2004;

import java.time.Duration;
import org.rmcast.api.Parameters;
import org.rmcast.core.wire.Wire;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.group.Cast;
import org.rmcast.lab.group.GroupPlan;
import org.rmcast.lab.group.GroupRun;
import org.rmcast.lab.group.LatencyMeter;
import org.rmcast.lab.group.MembershipMeter;
import org.rmcast.lab.group.RepairMeter;
import org.rmcast.lab.group.StateMeter;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Workload;
import org.rmcast.tram.TramProtocol;

/**
 * One group of the paper, with a fault at its first receiver or none, and all that is measured of it.
 *
 * @param warmUp messages at the beginning that no figure counts
 */
record TramGroup(TramTree tree, Parameters parameters, TramFault fault, Workload workload, int warmUp, Pace pace) {
    /** A run that takes longer in virtual time is broken. */
    private static final Duration TIME_LIMIT = Duration.ofHours(8);

    /**
     * What goes with the rate of a group.
     *
     * @param maxDatagramBytes the channel's largest datagram
     * @param sampleInterval between two looks at the buffers
     * @param rateInterval over which a rate is averaged
     */
    record Pace(int maxDatagramBytes, Duration sampleInterval, Duration rateInterval) {
        /** At the paper's rates. */
        static final Pace PAPER =
                new Pace(PaperSettings.MAX_DATAGRAM_BYTES, Duration.ofMillis(500), Duration.ofSeconds(1));
        /** At rates some hundred times as high. */
        static final Pace FAST = new Pace(Wire.DEFAULT_DATAGRAM_BYTES, Duration.ofMillis(10), Duration.ofMillis(100));
    }

    private void arrange(Simulation simulation) {
        simulation.node(0).offerAtOnce(true);
        fault.injection().into(simulation, tree.faultyHost());
    }

    /** Runs until every normal receiver has the last message. */
    Measurement measure(String run, long seed) {
        Cast cast = tree.cast(!fault.isNone());
        LatencyMeter latency =
                new LatencyMeter(cast, (int) workload.messages(), warmUp, TramFault::isFirstTransmission);
        GroupPlan plan = tree.plan(new TramProtocol(), parameters, cast)
                .maxDatagramBytes(pace.maxDatagramBytes())
                .conditions(this::arrange)
                .send(0, workload)
                .until(latency::isComplete, TIME_LIMIT)
                .meter(latency)
                .meter(new StateMeter(cast, latency.times(), warmUp, pace.sampleInterval(), pace.rateInterval()))
                .meter(new MembershipMeter(cast, latency.times()))
                .meter(new RepairMeter());
        Measurement result = new Measurement(run);
        GroupRun.measure(plan, seed, result);
        return result;
    }
}
