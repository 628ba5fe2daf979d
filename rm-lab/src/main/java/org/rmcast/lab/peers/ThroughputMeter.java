package org.rmcast.lab.peers;

import java.time.Duration;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/** How many messages members got: new packets at the node, whether or not their turn has come in the order of delivery. */
public final class ThroughputMeter implements Meter {
    /** New messages that reached a member's node while messages were sent, per second; the mean over all members. */
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
    private long[] whileSending = new long[0];

    /** @param sending from the begin to the end of what is sent: the time that throughput is counted in */
    public ThroughputMeter(Duration sending) {
        this.sending = sending;
    }

    @Override
    public void begin(Simulation simulation) {
        atBegin = received(simulation);
        simulation.after(sending, () -> whileSending = received(simulation));
    }

    private static long[] received(Simulation simulation) {
        return simulation.nodes().stream()
                .mapToLong(node -> node.statistics().dataPacketsReceived())
                .toArray();
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        long[] atEnd = received(simulation);
        long accepted = simulation.nodes().stream().mapToLong(SimNode::accepted).sum();
        double members = atEnd.length;
        double throughput = 0;
        double got = 0;
        double due = 0;
        double least = 1;
        double inOrder = 0;
        long notDone = 0;
        for (SimNode node : simulation.nodes()) {
            int i = node.index();
            double ofOthers = accepted - node.accepted();
            throughput += whileSending[i] - atBegin[i];
            got += atEnd[i] - atBegin[i];
            due += ofOthers;
            least = Math.min(least, (atEnd[i] - atBegin[i]) / ofOthers);
            inOrder += node.delivered();
            notDone += node.isSendingDone() ? 0 : 1;
        }
        double seconds = sending.toNanos() / 1e9;
        result.put(THROUGHPUT, throughput / members / seconds)
                .put(OFFERED, due / members / seconds)
                .put(RELIABILITY, 100 * got / due)
                .put(LEAST_RELIABILITY, 100 * least)
                .put(DELIVERED, 100 * inOrder / due)
                .put(NOT_ACCEPTED, notDone);
    }
}
