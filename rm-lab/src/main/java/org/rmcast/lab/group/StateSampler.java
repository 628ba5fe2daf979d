package org.rmcast.lab.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.sim.Simulation;

/** Looks at sender and heads every so often: rate, buffers. Begins at once and goes on to the end of the run. */
final class StateSampler {
    static final String RATE = "sent bytes/s";
    static final String ALLOWED_RATE = "allowed bytes/s";
    static final String SENDER_BUFFER = "sender buffer packets";
    static final String HEAD_BUFFER_MEAN = "heads' mean buffer packets";
    static final String HEAD_BUFFER_MAX = "heads' largest buffer packets";
    static final String FAULTY_HEAD_BUFFER = "buffer of the faulty receiver's head packets";
    static final String PACKETS = "packets sent";

    private final Simulation simulation;
    private final LatencyRecorder recorder;
    private final GroupPlan plan;
    private final int watchedHead;
    private final long beginNanos;
    private final List<double[]> rows = new ArrayList<>();
    private long rateBytes;
    private long rateSinceNanos;
    private double rate;

    /** @param watchedHead the host whose buffer gets a column of its own, the sender if there is no head */
    StateSampler(Simulation simulation, LatencyRecorder recorder, GroupPlan plan, int watchedHead) {
        this.simulation = simulation;
        this.recorder = recorder;
        this.plan = plan;
        this.watchedHead = watchedHead;
        this.beginNanos = simulation.now().toNanos();
        this.rateSinceNanos = beginNanos;
        simulation.after(plan.sampleInterval, this::sample);
    }

    private void sample() {
        long now = simulation.now().toNanos();
        measureRate(now);
        double sum = 0;
        double largest = Double.NaN;
        for (int head : plan.heads) {
            double packets = simulation.node(head).statistics().get(EngineMeter.BUFFER_PACKETS);
            sum += packets;
            largest = Double.isNaN(largest) ? packets : Math.max(largest, packets);
        }
        EngineStatistics sender = simulation.node(0).statistics();
        rows.add(new double[] {
            (now - beginNanos) / 1e9,
            rate,
            sender.get(EngineMeter.SEND_RATE_BYTES_PER_SECOND),
            sender.get(EngineMeter.BUFFER_PACKETS),
            plan.heads.isEmpty() ? Double.NaN : sum / plan.heads.size(),
            largest,
            simulation.node(watchedHead).statistics().get(EngineMeter.BUFFER_PACKETS),
            recorder.sent()
        });
        simulation.after(plan.sampleInterval, this::sample);
    }

    private void measureRate(long now) {
        Duration passed = Duration.ofNanos(now - rateSinceNanos);
        if (passed.compareTo(plan.rateInterval) >= 0) {
            rate = (recorder.sentBytes() - rateBytes) * 1e9 / passed.toNanos();
            rateBytes = recorder.sentBytes();
            rateSinceNanos = now;
        }
    }

    TimeSeries series() {
        return new TimeSeries(
                "time s",
                List.of(
                        RATE,
                        ALLOWED_RATE,
                        SENDER_BUFFER,
                        HEAD_BUFFER_MEAN,
                        HEAD_BUFFER_MAX,
                        FAULTY_HEAD_BUFFER,
                        PACKETS),
                rows);
    }
}
