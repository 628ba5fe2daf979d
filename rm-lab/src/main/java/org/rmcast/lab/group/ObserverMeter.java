package org.rmcast.lab.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Distribution;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;

/**
 * The way of one member's messages to another: when each was accepted, when its first copy reached the node, when it was
 * delivered in order; and the times between successive arrivals of data and repairs.
 */
public final class ObserverMeter implements Meter {
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

    public static final Column AT_NODE = new Column("at the node %");
    public static final Column AFTER_FIFO = new Column("after FIFO %");
    /** Shares of inter-arrival times: the column {@link #SHARE}. */
    public static final String INTER_ARRIVAL_SERIES = "inter-arrival";

    public static final Column SHARE = new Column("share %");

    private static final Column LATENCY = new Column("latency ms");
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long NEVER = -1;

    private final Traffic traffic;
    private final int source;
    private final int observer;
    private final MessageTimes times;
    private final long[] arrived;
    private final boolean[] repaired;
    private final List<Double> gaps = new ArrayList<>();
    private final double latencyBinMillis;
    private final double gapBinMillis;
    private long lastArrival = NEVER;

    /**
     * Watches messages from one host at another.
     *
     * @param messages the most that are sent
     * @param latencyBinMillis how wide the bins of the latency series are
     * @param gapBinMillis how wide those of the inter-arrival series are
     */
    public ObserverMeter(
            Traffic traffic, int source, int observer, int messages, double latencyBinMillis, double gapBinMillis) {
        this.traffic = traffic;
        this.source = source;
        this.observer = observer;
        this.latencyBinMillis = latencyBinMillis;
        this.gapBinMillis = gapBinMillis;
        times = new MessageTimes(source, List.of(observer), messages, datagram -> false);
        arrived = MessageTimes.never(messages);
        repaired = new boolean[messages];
    }

    @Override
    public void begin(Simulation simulation) {
        times.begin(simulation);
        simulation.node(observer).observe(new Arrivals(simulation.node(source).memberId()));
    }

    /** The latencies at the node, in milliseconds; NaN for messages that did not come. */
    private double[] atNode() {
        return ofAccepted(message -> times.sinceAccepted(message, arrived[message]));
    }

    private double[] ofAccepted(IntToDoubleFunction what) {
        return IntStream.range(0, times.accepted()).mapToDouble(what).toArray();
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        double[] node = atNode();
        double[] fifo = ofAccepted(message -> times.latency(0, message));
        int sent = times.accepted();
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
        TimeSeries.Builder rows = TimeSeries.over(LATENCY, AT_NODE, AFTER_FIFO);
        for (int bin = 0; bin < Math.max(nodeBins.bins(), fifoBins.bins()); bin++) {
            rows.row()
                    .set(LATENCY, (bin + 0.5) * latencyBinMillis)
                    .set(AT_NODE, 100 * nodeBins.share(bin))
                    .set(AFTER_FIFO, 100 * fifoBins.share(bin));
        }
        result.put(LATENCY_SERIES, rows.build());
        result.put(
                INTER_ARRIVAL_SERIES,
                Histogram.centred(between, gapBinMillis).series(new Column("time between arrivals ms"), SHARE));
    }

    /** The share of messages whose latency at the node is above a bound, in per cent of those accepted; lost ones count. */
    public double shareAbove(double millis) {
        double[] node = atNode();
        return 100.0 * Arrays.stream(node).filter(value -> !(value <= millis)).count() / times.accepted();
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
    }
}
