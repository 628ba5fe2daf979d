package org.rmcast.lab.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmcast.lab.experiment.Distribution;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;

/**
 * The way of one member's messages to another: when each was accepted, when its first copy reached the node, when it was
 * delivered in order; and the times between successive arrivals of data and repairs.
 */
public final class LatencyMeter implements Meter {
    /** From acceptance to the first copy's arrival at the node, in milliseconds. */
    public static final String NODE_MEAN = "latency at the node ms";

    public static final String NODE_P50 = "latency at the node p50 ms";
    public static final String NODE_P99 = "latency at the node p99 ms";
    public static final String NODE_MAX = "latency at the node max ms";
    /** From acceptance to delivery in order. */
    public static final String FIFO_MEAN = "latency after FIFO ms";

    public static final String FIFO_P50 = "latency after FIFO p50 ms";
    public static final String FIFO_P99 = "latency after FIFO p99 ms";
    public static final String FIFO_MAX = "latency after FIFO max ms";
    /** Of the messages accepted. */
    public static final String ARRIVED = "arrived %";

    public static final String DELIVERED = "delivered %";
    /** Messages that came by a repair first. */
    public static final String REPAIRED = "repaired %";

    public static final String INTER_ARRIVAL_MEAN = "inter-arrival ms";
    public static final String INTER_ARRIVAL_P50 = "inter-arrival p50 ms";
    public static final String INTER_ARRIVAL_P99 = "inter-arrival p99 ms";

    /** Shares of messages by latency: the columns {@link #AT_NODE} and {@link #AFTER_FIFO}. */
    public static final String LATENCY_SERIES = "latency";

    public static final String AT_NODE = "at the node %";
    public static final String AFTER_FIFO = "after FIFO %";
    /** Shares of inter-arrival times: the column {@link #SHARE}. */
    public static final String INTER_ARRIVAL_SERIES = "inter-arrival";

    public static final String SHARE = "share %";

    private static final double NANOS_PER_MILLI = 1e6;
    private static final long NEVER = -1;

    private final Traffic traffic;
    private final int source;
    private final int observer;
    private final long[] accepted;
    private final long[] arrived;
    private final long[] delivered;
    private final boolean[] repaired;
    private final List<Double> gaps = new ArrayList<>();
    private final double latencyBinMillis;
    private final double gapBinMillis;
    private int sent;
    private long lastArrival = NEVER;

    /**
     * Watches messages from one host at another.
     *
     * @param messages the most that are sent
     * @param latencyBinMillis how wide the bins of the latency series are
     * @param gapBinMillis how wide those of the inter-arrival series are
     */
    public LatencyMeter(
            Traffic traffic, int source, int observer, int messages, double latencyBinMillis, double gapBinMillis) {
        this.traffic = traffic;
        this.source = source;
        this.observer = observer;
        this.latencyBinMillis = latencyBinMillis;
        this.gapBinMillis = gapBinMillis;
        accepted = never(messages);
        arrived = never(messages);
        delivered = never(messages);
        repaired = new boolean[messages];
    }

    private static long[] never(int messages) {
        long[] times = new long[messages];
        Arrays.fill(times, NEVER);
        return times;
    }

    @Override
    public void begin(Simulation simulation) {
        simulation.node(source).observe(new NodeObserver() {
            @Override
            public void onAccepted(long number, long nowNanos) {
                accepted[(int) number] = nowNanos;
                sent = (int) number + 1;
            }
        });
        simulation.node(observer).observe(new Arrivals(simulation.node(source).memberId()));
    }

    /** The latencies at the node or after FIFO, in milliseconds; NaN for messages that did not come. */
    double[] latencies(long[] until) {
        double[] values = new double[sent];
        Arrays.setAll(
                values,
                message ->
                        until[message] == NEVER ? Double.NaN : (until[message] - accepted[message]) / NANOS_PER_MILLI);
        return values;
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        double[] node = latencies(arrived);
        double[] fifo = latencies(delivered);
        Distribution atNode = new Distribution(node);
        Distribution afterFifo = new Distribution(fifo);
        double[] between = gaps.stream().mapToDouble(Double::doubleValue).toArray();
        Distribution interArrival = new Distribution(between);
        long byRepair = 0;
        for (boolean each : repaired) {
            byRepair += each ? 1 : 0;
        }
        result.put(NODE_MEAN, atNode.mean())
                .put(NODE_P50, atNode.percentile(0.5))
                .put(NODE_P99, atNode.percentile(0.99))
                .put(NODE_MAX, atNode.max())
                .put(FIFO_MEAN, afterFifo.mean())
                .put(FIFO_P50, afterFifo.percentile(0.5))
                .put(FIFO_P99, afterFifo.percentile(0.99))
                .put(FIFO_MAX, afterFifo.max())
                .put(ARRIVED, 100.0 * atNode.count() / sent)
                .put(DELIVERED, 100.0 * afterFifo.count() / sent)
                .put(REPAIRED, 100.0 * byRepair / sent)
                .put(INTER_ARRIVAL_MEAN, interArrival.mean())
                .put(INTER_ARRIVAL_P50, interArrival.percentile(0.5))
                .put(INTER_ARRIVAL_P99, interArrival.percentile(0.99));
        Histogram nodeBins = Histogram.fromZero(node, latencyBinMillis);
        Histogram fifoBins = Histogram.fromZero(fifo, latencyBinMillis);
        List<double[]> rows = new ArrayList<>();
        for (int bin = 0; bin < Math.max(nodeBins.bins(), fifoBins.bins()); bin++) {
            rows.add(new double[] {(bin + 0.5) * latencyBinMillis, 100 * nodeBins.share(bin), 100 * fifoBins.share(bin)
            });
        }
        result.put(LATENCY_SERIES, new TimeSeries("latency ms", List.of(AT_NODE, AFTER_FIFO), rows));
        result.put(
                INTER_ARRIVAL_SERIES,
                Histogram.centred(between, gapBinMillis).series("time between arrivals ms", SHARE));
    }

    /** The share of messages whose latency at the node is above a bound, in per cent of those accepted; lost ones count. */
    public double shareAbove(double millis) {
        double[] node = latencies(arrived);
        return 100.0 * Arrays.stream(node).filter(value -> !(value <= millis)).count() / sent;
    }

    private final class Arrivals implements NodeObserver {
        private final long sourceId;

        Arrivals(long sourceId) {
            this.sourceId = sourceId;
        }

        @Override
        public void onReceived(byte[] datagram, long nowNanos) {
            Traffic.Kind kind = traffic.kind(datagram);
            if (!kind.carriesMessages() || traffic.source(datagram) != sourceId) {
                return;
            }
            if (lastArrival != NEVER) {
                gaps.add((nowNanos - lastArrival) / NANOS_PER_MILLI);
            }
            lastArrival = nowNanos;
            int message = (int) traffic.message(datagram);
            if (arrived[message] == NEVER) {
                arrived[message] = nowNanos;
                repaired[message] = kind == Traffic.Kind.REPAIR;
            }
        }

        @Override
        public void onDelivered(long from, long number, long nowNanos) {
            if (from == sourceId) {
                delivered[(int) number] = nowNanos;
            }
        }
    }
}
