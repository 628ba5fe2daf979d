package org.rmcast.lab.group;

import static org.rmcast.lab.group.GroupFigures.*;


import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.rmcast.api.EngineMeter;
import org.rmcast.lab.experiment.Distribution;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.tram.TramMeter;

/** Carries out a {@link GroupPlan} once. Not thread safe. */
public final class GroupRun {
    private static final double TURN_SHARE = 0.05;
    private static final int LEAST_TURN_PACKETS = 4;
    private static final int MOST_RECEIVERS_LISTED = 200;

    private final GroupPlan plan;
    private final Measurement result;
    private final Simulation simulation;
    private final List<Integer> receivers = new ArrayList<>();
    private final int normal;
    private final int messages;
    private final LatencyRecorder recorder;
    private final MembershipLog membership;
    private final StateSampler sampler;
    private int allHaveLast;

    private GroupRun(GroupPlan plan, long seed, Measurement result) {
        this.plan = plan;
        this.result = result;
        this.messages = (int) plan.workload.messages();
        receivers.addAll(plan.normal);
        receivers.addAll(plan.faulty);
        normal = plan.normal.size();
        simulation = build(plan, seed);
        join();
        recorder = new LatencyRecorder(simulation, 0, receivers, messages, plan.firstTransmission);
        membership = new MembershipLog(simulation, recorder, plan);
        plan.faults.accept(simulation);
        sampler = new StateSampler(simulation, recorder, plan, watchedHead());
    }

    /**
     * Simulates the group and puts what was measured into {@code result}.
     *
     * @throws IllegalStateException if not all receivers have joined in time
     * @throws org.rmcast.sim.InvariantViolation if the protocol breaks a promise
     */
    public static void measure(GroupPlan plan, long seed, Measurement result) {
        new GroupRun(plan, seed, result).run();
    }

    private static Simulation build(GroupPlan plan, long seed) {
        SimulationBuilder builder = Simulation.builder(seed)
                .topology(plan.topology)
                .protocol(plan.protocol)
                .parameters(plan.parameters)
                .maxDatagramBytes(plan.maxDatagramBytes)
                .traceLines(20);
        plan.ownParameters.forEach(builder::parameters);
        plan.roles.forEach(builder::role);
        plan.starts.forEach(builder::startAt);
        return builder.build();
    }

    private void join() {
        SimNode sender = simulation.node(0);
        if (!simulation.runUntil(() -> sender.receiverCount() >= receivers.size(), plan.joinLimit)) {
            throw new IllegalStateException(sender.receiverCount() + " of " + receivers.size()
                    + " receivers had joined after " + plan.joinLimit.toSeconds() + " s");
        }
    }

    private int watchedHead() {
        if (plan.faulty.isEmpty()) {
            return plan.heads.isEmpty() ? 0 : plan.heads.get(0);
        }
        long head = simulation.node(plan.faulty.get(0)).statistics().get(TramMeter.HEAD_ID);
        return simulation.nodes().stream()
                .filter(node -> node.isRunning() && node.memberId() == head)
                .mapToInt(SimNode::index)
                .findFirst()
                .orElse(0);
    }

    private void run() {
        Duration begin = simulation.now();
        simulation.node(0).send(plan.workload);
        simulation.runUntil(this::isDone, plan.timeLimit);
        result.put(VIRTUAL_SECONDS, simulation.now().minus(begin).toMillis() / 1e3);
        latencies("", 0, normal);
        latencies("faulty ", normal, receivers.size());
        state();
        membership();
        repairs();
        if (plan.detailed) {
            series();
        }
    }

    /** Whether every normal receiver has the last message; the ones found to have it are not asked again. */
    private boolean isDone() {
        while (allHaveLast < normal && recorder.hasLast(allHaveLast)) {
            allHaveLast++;
        }
        return allHaveLast == normal;
    }

    private void latencies(String prefix, int from, int limit) {
        if (from == limit) {
            return;
        }
        Distribution latency = measured(from, limit, recorder::latency);
        Distribution network = measured(from, limit, recorder::networkLatency);
        Distribution jitter = measured(from, limit, recorder::jitter);
        result.put(prefix + LATENCY_MEAN, latency.mean())
                .put(prefix + LATENCY_P50, latency.percentile(0.5))
                .put(prefix + LATENCY_P99, latency.percentile(0.99))
                .put(prefix + LATENCY_MAX, latency.max())
                .put(prefix + LATENCY_WORST_BLOCK, worstBlock(from, limit))
                .put(prefix + NETWORK_LATENCY_MEAN, network.mean())
                .put(prefix + NETWORK_LATENCY_P99, network.percentile(0.99))
                .put(prefix + JITTER_MEAN, jitter.mean())
                .put(
                        prefix + NETWORK_JITTER_MEAN,
                        measured(from, limit, recorder::networkJitter).mean())
                .put(prefix + JITTER_P99, jitter.percentile(0.99))
                .put(
                        prefix + DELIVERED_SHARE,
                        100.0
                                * IntStream.range(from, limit)
                                        .mapToLong(recorder::delivered)
                                        .sum()
                                / ((long) messages * (limit - from)));
    }

    /** Something measured of each message at a receiver. */
    @FunctionalInterface
    private interface OfMessage {
        double at(int receiver, int message);
    }

    private Distribution measured(int from, int limit, OfMessage what) {
        int counted = messages - plan.warmUpMessages;
        double[] values = new double[(limit - from) * counted];
        int next = 0;
        for (int receiver = from; receiver < limit; receiver++) {
            for (int message = plan.warmUpMessages; message < messages; message++) {
                values[next++] = what.at(receiver, message);
            }
        }
        return new Distribution(values);
    }

    private double worstBlock(int from, int limit) {
        double worst = Double.NaN;
        for (int block = plan.warmUpMessages; block < messages; block += plan.blockMessages) {
            double mean = ofBlock(from, limit, block).mean();
            worst = Double.isNaN(worst) || mean > worst ? mean : worst;
        }
        return worst;
    }

    private Distribution ofBlock(int from, int limit, int first) {
        int end = Math.min(messages, first + plan.blockMessages);
        double[] values = new double[(limit - from) * (end - first)];
        int next = 0;
        for (int receiver = from; receiver < limit; receiver++) {
            for (int message = first; message < end; message++) {
                values[next++] = recorder.latency(receiver, message);
            }
        }
        return new Distribution(values);
    }

    /** Rate and buffers while messages were sent, the warm-up left out. */
    private void state() {
        List<double[]> rows = sampler.series().rows().stream()
                .filter(row -> row[7] > plan.warmUpMessages && row[7] < messages)
                .toList();
        Distribution rate = new Distribution(column(rows, 1));
        double[] senderBuffer = column(rows, 3);
        Distribution sender = new Distribution(senderBuffer);
        Oscillation senderWave = wave(senderBuffer, sender.max());
        result.put(RATE_MEAN, rate.mean())
                .put(RATE_LOW, rate.percentile(0.05))
                .put(RATE_MIN, rate.percentile(0))
                .put(RATE_MAX, rate.max())
                .put(SENDER_BUFFER_MIN, sender.percentile(0))
                .put(SENDER_BUFFER_MAX, sender.max())
                .put(SENDER_TROUGH, senderWave.medianTrough())
                .put(SENDER_PEAK, senderWave.medianPeak());
        if (!plan.heads.isEmpty()) {
            Distribution heads = new Distribution(column(rows, 5));
            double[] watched = column(rows, 6);
            Oscillation wave = wave(watched, new Distribution(watched).max());
            result.put(HEAD_BUFFER_MAX, heads.max())
                    .put(HEAD_TROUGH, wave.medianTrough())
                    .put(HEAD_PEAK, wave.medianPeak());
        }
    }

    private static Oscillation wave(double[] values, double max) {
        return new Oscillation(values, Math.max(LEAST_TURN_PACKETS, max * TURN_SHARE));
    }

    private static double[] column(List<double[]> rows, int index) {
        return rows.stream().mapToDouble(row -> row[index]).toArray();
    }

    private void membership() {
        result.put(PRUNINGS, membership.faultyPrunings())
                .put(NORMAL_PRUNINGS, membership.normalPrunings())
                .put(FAILURES, membership.faultyFailures())
                .put(NORMAL_FAILURES, membership.normalFailures())
                .put(JOINS, membership.faultyJoins())
                .put(FIRST_PRUNING, membership.firstPruningPacket())
                .put(LOST_NORMAL, membership.lostMessagesNormal())
                .put(LOST_FAULTY, membership.lostMessagesFaulty());
        membership.notes().forEach(result::note);
    }

    private void repairs() {
        long all = simulation.nodes().stream()
                .mapToLong(node -> node.statistics().get(EngineMeter.REPAIRS_SENT))
                .sum();
        result.put(REPAIRS, all)
                .put(SENDER_REPAIRS, simulation.node(0).statistics().get(EngineMeter.REPAIRS_SENT));
    }

    private void series() {
        result.put(STATE_SERIES, sampler.series());
        if (!membership.series().rows().isEmpty()) {
            result.put(MEMBERSHIP_SERIES, membership.series());
        }
        result.put(LATENCY_SERIES, blocks());
        result.put(CLOSE_UP_SERIES, closeUp());
        if (receivers.size() <= MOST_RECEIVERS_LISTED) {
            result.put(RECEIVER_SERIES, perReceiver());
        }
    }

    private TimeSeries blocks() {
        List<double[]> rows = new ArrayList<>();
        for (int block = 0; block < messages; block += plan.blockMessages) {
            Distribution ofNormal = ofBlock(0, normal, block);
            Distribution ofFaulty = ofBlock(normal, receivers.size(), block);
            rows.add(new double[] {block, ofNormal.mean(), ofNormal.max(), ofFaulty.mean(), ofFaulty.max()});
        }
        return new TimeSeries("packet", List.of(NORMAL_MEAN, NORMAL_MAX, FAULTY_MEAN, FAULTY_MAX), rows);
    }

    /** The first messages one by one: at the first normal and the first faulty receiver. */
    private TimeSeries closeUp() {
        List<double[]> rows = new ArrayList<>();
        IntToDoubleFunction ofFaulty =
                message -> plan.faulty.isEmpty() ? Double.NaN : recorder.latency(normal, message);
        for (int message = 0; message < Math.min(messages, plan.closeUpMessages); message++) {
            rows.add(new double[] {message, recorder.latency(0, message), ofFaulty.applyAsDouble(message)});
        }
        return new TimeSeries("packet", List.of(NORMAL, FAULTY), rows);
    }

    private TimeSeries perReceiver() {
        List<double[]> rows = new ArrayList<>();
        for (int i = 0; i < receivers.size(); i++) {
            Distribution latency = measured(i, i + 1, recorder::latency);
            rows.add(new double[] {
                receivers.get(i),
                i < normal ? 0 : 1,
                latency.mean(),
                latency.percentile(0.5),
                latency.percentile(0.99),
                latency.max(),
                measured(i, i + 1, recorder::networkLatency).mean(),
                measured(i, i + 1, recorder::jitter).mean(),
                recorder.delivered(i)
            });
        }
        return new TimeSeries(
                "host",
                Arrays.asList(
                        "faulty",
                        LATENCY_MEAN,
                        LATENCY_P50,
                        LATENCY_P99,
                        LATENCY_MAX,
                        NETWORK_LATENCY_MEAN,
                        JITTER_MEAN,
                        "delivered"),
                rows);
    }
}
