package org.rmcast.lab.group;

import java.util.List;
import java.util.stream.IntStream;
import org.rmcast.lab.experiment.Distribution;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.sim.Simulation;

/** One member's messages at all others: how many were delivered, and how long that took, over all messages and members. */
public final class SpreadMeter implements Meter {
    public static final String DELIVERED = "delivered to all %";
    public static final String P50 = "latency p50 ms";
    public static final String P99 = "latency p99 ms";
    public static final String MAX = "latency max ms";

    private static final double PERCENT = 100;

    private final int members;
    private final int messages;
    private final MessageTimes times;

    /**
     * From host 0.
     *
     * @param members hosts, with the sender
     * @param messages that it sends
     */
    public SpreadMeter(int members, int messages) {
        this.members = members;
        this.messages = messages;
        List<Integer> receivers = IntStream.range(1, members).boxed().toList();
        this.times = new MessageTimes(0, receivers, messages, datagram -> false);
    }

    @Override
    public void begin(Simulation simulation) {
        times.begin(simulation);
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        Distribution all = new Distribution(IntStream.range(0, members - 1)
                .boxed()
                .flatMapToDouble(receiver ->
                        IntStream.range(0, messages).mapToDouble(message -> times.latency(receiver, message)))
                .toArray());
        result.put(DELIVERED, PERCENT * all.count() / ((double) times.accepted() * (members - 1)))
                .put(P50, all.percentile(0.5))
                .put(P99, all.percentile(0.99))
                .put(MAX, all.max());
    }
}
