package org.rmcast.lab.group;

import java.time.Duration;
import org.rmcast.api.EngineMeter;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/**
 * How many messages members got: new packets at the node, whether or not their turn has come in the order of delivery.
 * Throughput counts a member's own messages too, so that it does not depend on how many members send.
 */
public final class ThroughputMeter implements Meter {
    /** Messages that a member had got while messages were sent, its own included, per second; the mean over all members. */
    public static final String THROUGHPUT = "throughput msg/s";
    /** What it would be if every message reached everyone at once. */
    public static final String OFFERED = "offered msg/s";
    /** Of all messages of others that were accepted, those that reached a member's node until the end of the run. */
    public static final String RELIABILITY = "reliability %";
    /** The same of the member that got the least. */
    public static final String LEAST_RELIABILITY = "least reliability %";
    /** Messages delivered in order until the end, in per cent of those of others. */
    public static final String DELIVERED = "delivered in order %";
    /** Messages that applications wanted to send and the protocol had not accepted when the run ended. */
    public static final String NOT_ACCEPTED = "senders not done";

    private final Duration sending;
    private long[] atBegin = new long[0];
    private double whileSending;

    /** @param sending from the begin to the end of what is sent: the time that throughput is counted in */
    public ThroughputMeter(Duration sending) {
        this.sending = sending;
    }

    @Override
    public void begin(Simulation simulation) {
        atBegin = received(simulation);
        simulation.after(sending, () -> whileSending = gained(simulation) + accepted(simulation));
    }

    /** New packets since the begin, of all members together. */
    private double gained(Simulation simulation) {
        long[] now = received(simulation);
        double sum = 0;
        for (int i = 0; i < now.length; i++) {
            sum += now[i] - atBegin[i];
        }
        return sum;
    }

    private static long accepted(Simulation simulation) {
        return simulation.nodes().stream().mapToLong(SimNode::accepted).sum();
    }

    private static long[] received(Simulation simulation) {
        return simulation.nodes().stream()
                .mapToLong(node -> node.statistics().get(EngineMeter.DATA_PACKETS_RECEIVED))
                .toArray();
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        long[] atEnd = received(simulation);
        long accepted = accepted(simulation);
        double due = 0;
        double least = 1;
        double inOrder = 0;
        long notDone = 0;
        for (SimNode node : simulation.nodes()) {
            double ofOthers = accepted - node.accepted();
            if (ofOthers > 0) {
                least = Math.min(least, (atEnd[node.index()] - atBegin[node.index()]) / ofOthers);
            }
            due += ofOthers;
            inOrder += node.delivered();
            notDone += node.isSendingDone() ? 0 : 1;
        }
        double seconds = sending.toNanos() / 1e9;
        result.put(THROUGHPUT, whileSending / atEnd.length / seconds)
                .put(OFFERED, accepted / seconds)
                .put(RELIABILITY, 100 * gained(simulation) / due)
                .put(LEAST_RELIABILITY, 100 * least)
                .put(DELIVERED, 100 * inOrder / due)
                .put(NOT_ACCEPTED, notDone);
    }
}
