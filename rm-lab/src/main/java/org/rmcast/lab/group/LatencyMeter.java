package org.rmcast.lab.group;

import java.time.Duration;
import java.util.function.Predicate;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Distribution;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.sim.Simulation;

/**
 * The way of the sender's messages to the receivers of a cast, normal and faulty ones apart: latency from acceptance to
 * delivery, network latency from the first multicast to delivery, and jitter, the difference between the latencies of a
 * message and the one before.
 */
public final class LatencyMeter implements Meter {
    public static final String LATENCY_MEAN = "latency ms";
    public static final String LATENCY_P50 = "latency p50 ms";
    public static final String LATENCY_P99 = "latency p99 ms";
    public static final String LATENCY_MAX = "latency max ms";
    /** The worst mean of 32 successive messages over all normal receivers. */
    public static final String LATENCY_WORST_BLOCK = "latency worst block ms";

    public static final String NETWORK_LATENCY_MEAN = "network latency ms";
    public static final String NETWORK_LATENCY_P99 = "network latency p99 ms";
    public static final String JITTER_MEAN = "jitter ms";
    public static final String NETWORK_JITTER_MEAN = "network jitter ms";
    public static final String JITTER_P99 = "jitter p99 ms";
    public static final String DELIVERED_SHARE = "delivered %";
    /** From the begin until every normal receiver had the last message. */
    public static final String VIRTUAL_SECONDS = "virtual s";

    /** Means and maxima of blocks of messages. */
    public static final String LATENCY_SERIES = "latency";

    public static final Column NORMAL_MEAN = new Column("normal mean ms");
    public static final Column NORMAL_MAX = new Column("normal max ms");
    public static final Column FAULTY_MEAN = new Column("faulty mean ms");
    public static final Column FAULTY_MAX = new Column("faulty max ms");

    /** The first messages one by one, at the first normal and the first faulty receiver. */
    public static final String CLOSE_UP_SERIES = "close-up";

    public static final Column NORMAL = new Column("normal ms");
    public static final Column FAULTY = new Column("faulty ms");

    /** A row for each receiver, unless there are many. */
    public static final String RECEIVER_SERIES = "receivers";

    private static final Column PACKET = new Column("packet");
    private static final Column HOST = new Column("host");
    private static final Column IS_FAULTY = new Column("faulty");
    private static final Column DELIVERED = new Column("delivered");
    private static final String OF_FAULTY = "faulty ";
    private static final int BLOCK_MESSAGES = 32;
    private static final int CLOSE_UP_MESSAGES = 1_000;
    private static final int MOST_RECEIVERS_LISTED = 200;

    private final Cast cast;
    private final MessageTimes times;
    private final int normal;
    private final int receivers;
    private final int messages;
    private final int warmUpMessages;
    private Duration begin = Duration.ZERO;
    private int allHaveLast;

    /**
     * Of the first messages of host 0.
     *
     * @param messages how many
     * @param warmUpMessages messages at the beginning that no figure counts
     * @param first which of the sender's multicasts carry a message for the first time, one message each
     */
    public LatencyMeter(Cast cast, int messages, int warmUpMessages, Predicate<byte[]> first) {
        this.cast = cast;
        this.messages = messages;
        this.warmUpMessages = warmUpMessages;
        normal = cast.normal().size();
        receivers = cast.receivers().size();
        times = new MessageTimes(0, cast.receivers(), messages, first);
    }

    /** The name of a latency or jitter figure as measured at the faulty receivers. */
    public static String ofFaulty(String figure) {
        return OF_FAULTY + figure;
    }

    /** For meters that count in messages of the same sender. */
    public MessageTimes times() {
        return times;
    }

    /** Whether every normal receiver has the last message; the ones found to have it are not asked again. */
    public boolean isComplete() {
        while (allHaveLast < normal && times.hasLast(allHaveLast)) {
            allHaveLast++;
        }
        return allHaveLast == normal;
    }

    @Override
    public void begin(Simulation simulation) {
        begin = simulation.now();
        times.begin(simulation);
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        result.put(VIRTUAL_SECONDS, simulation.now().minus(begin).toMillis() / 1e3);
        figures("", 0, normal, result);
        figures(OF_FAULTY, normal, receivers, result);
        result.put(LATENCY_SERIES, blocks());
        result.put(CLOSE_UP_SERIES, closeUp());
        if (receivers <= MOST_RECEIVERS_LISTED) {
            result.put(RECEIVER_SERIES, perReceiver());
        }
    }

    private void figures(String prefix, int from, int limit, Measurement result) {
        if (from == limit) {
            return;
        }
        Distribution latency = counted(from, limit, times::latency);
        Distribution network = counted(from, limit, times::networkLatency);
        Distribution jitter = counted(from, limit, jitterOf(times::latency));
        Distribution networkJitter = counted(from, limit, jitterOf(times::networkLatency));
        result.put(prefix + LATENCY_MEAN, latency.mean())
                .put(prefix + LATENCY_P50, latency.percentile(0.5))
                .put(prefix + LATENCY_P99, latency.percentile(0.99))
                .put(prefix + LATENCY_MAX, latency.max())
                .put(prefix + LATENCY_WORST_BLOCK, worstBlock(from, limit))
                .put(prefix + NETWORK_LATENCY_MEAN, network.mean())
                .put(prefix + NETWORK_LATENCY_P99, network.percentile(0.99))
                .put(prefix + JITTER_MEAN, jitter.mean())
                .put(prefix + NETWORK_JITTER_MEAN, networkJitter.mean())
                .put(prefix + JITTER_P99, jitter.percentile(0.99))
                .put(prefix + DELIVERED_SHARE, deliveredPercent(from, limit));
    }

    private double deliveredPercent(int from, int limit) {
        long delivered = 0;
        for (int receiver = from; receiver < limit; receiver++) {
            delivered += times.delivered(receiver);
        }
        return 100.0 * delivered / ((long) messages * (limit - from));
    }

    /** Something measured of each message at a receiver. */
    @FunctionalInterface
    private interface OfMessage {
        double at(int receiver, int message);
    }

    private static OfMessage jitterOf(OfMessage latency) {
        return (receiver, message) ->
                message == 0 ? Double.NaN : Math.abs(latency.at(receiver, message) - latency.at(receiver, message - 1));
    }

    /** At some receivers, the warm-up left out. */
    private Distribution counted(int from, int limit, OfMessage what) {
        return measured(from, limit, warmUpMessages, messages, what);
    }

    private static Distribution measured(int from, int limit, int firstMessage, int end, OfMessage what) {
        double[] values = new double[(limit - from) * (end - firstMessage)];
        int next = 0;
        for (int receiver = from; receiver < limit; receiver++) {
            for (int message = firstMessage; message < end; message++) {
                values[next++] = what.at(receiver, message);
            }
        }
        return new Distribution(values);
    }

    private Distribution ofBlock(int from, int limit, int first) {
        return measured(from, limit, first, Math.min(messages, first + BLOCK_MESSAGES), times::latency);
    }

    private double worstBlock(int from, int limit) {
        double worst = Double.NaN;
        for (int block = warmUpMessages; block < messages; block += BLOCK_MESSAGES) {
            double mean = ofBlock(from, limit, block).mean();
            worst = Double.isNaN(worst) || mean > worst ? mean : worst;
        }
        return worst;
    }

    private TimeSeries blocks() {
        TimeSeries.Builder rows = TimeSeries.over(PACKET, NORMAL_MEAN, NORMAL_MAX, FAULTY_MEAN, FAULTY_MAX);
        for (int block = 0; block < messages; block += BLOCK_MESSAGES) {
            Distribution ofNormal = ofBlock(0, normal, block);
            Distribution ofFaulty = ofBlock(normal, receivers, block);
            rows.row()
                    .set(PACKET, block)
                    .set(NORMAL_MEAN, ofNormal.mean())
                    .set(NORMAL_MAX, ofNormal.max())
                    .set(FAULTY_MEAN, ofFaulty.mean())
                    .set(FAULTY_MAX, ofFaulty.max());
        }
        return rows.build();
    }

    private TimeSeries closeUp() {
        TimeSeries.Builder rows = TimeSeries.over(PACKET, NORMAL, FAULTY);
        for (int message = 0; message < Math.min(messages, CLOSE_UP_MESSAGES); message++) {
            TimeSeries.Row row = rows.row().set(PACKET, message).set(NORMAL, times.latency(0, message));
            if (receivers > normal) {
                row.set(FAULTY, times.latency(normal, message));
            }
        }
        return rows.build();
    }

    private TimeSeries perReceiver() {
        Column mean = new Column(LATENCY_MEAN);
        Column p50 = new Column(LATENCY_P50);
        Column p99 = new Column(LATENCY_P99);
        Column max = new Column(LATENCY_MAX);
        Column network = new Column(NETWORK_LATENCY_MEAN);
        Column jitter = new Column(JITTER_MEAN);
        TimeSeries.Builder rows = TimeSeries.over(HOST, IS_FAULTY, mean, p50, p99, max, network, jitter, DELIVERED);
        for (int i = 0; i < receivers; i++) {
            Distribution latency = counted(i, i + 1, times::latency);
            rows.row()
                    .set(HOST, cast.receivers().get(i))
                    .set(IS_FAULTY, i < normal ? 0 : 1)
                    .set(mean, latency.mean())
                    .set(p50, latency.percentile(0.5))
                    .set(p99, latency.percentile(0.99))
                    .set(max, latency.max())
                    .set(network, counted(i, i + 1, times::networkLatency).mean())
                    .set(jitter, counted(i, i + 1, jitterOf(times::latency)).mean())
                    .set(DELIVERED, times.delivered(i));
        }
        return rows.build();
    }
}
