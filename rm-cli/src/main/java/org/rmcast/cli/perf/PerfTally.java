package org.rmcast.cli.perf;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.cli.common.EpochClock;

/** Counts and times the messages of a load as they arrive. Any thread may ask. */
final class PerfTally implements MessageListener {
    private static final long MAX_LATENCY_NANOS = 3_600_000_000_000L;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Histogram latencies = new Histogram(MAX_LATENCY_NANOS, 3);
    private final ProcessFigures process;
    private long messages;
    private long bytes;
    private long warmUpMessages;
    private long firstEpochNanos;
    private long lastEpochNanos;
    private double cpuSecondsAtFirst;

    PerfTally(ProcessFigures process) {
        this.process = process;
    }

    @Override
    public void onMessage(ReceivedMessage message) {
        add(message.payload(), EpochClock.nanos());
    }

    synchronized void add(ByteBuffer payload, long nowEpochNanos) {
        boolean timed = PerfPayload.isTimed(payload);
        long due = timed ? PerfPayload.dueEpochNanos(payload) : nowEpochNanos;
        if (due == PerfPayload.WARM_UP) {
            warmUpMessages++;
            return;
        }
        if (messages == 0) {
            firstEpochNanos = nowEpochNanos;
            cpuSecondsAtFirst = process.cpuSeconds();
        }
        lastEpochNanos = nowEpochNanos;
        messages++;
        bytes += payload.remaining();
        if (timed) {
            latencies.recordValue(Math.max(0, Math.min(MAX_LATENCY_NANOS, nowEpochNanos - due)));
        }
    }

    synchronized long messages() {
        return messages;
    }

    synchronized long bytes() {
        return bytes;
    }

    /** The fields of the JSON line that concern messages. */
    synchronized Map<String, Object> fields() {
        double seconds = (lastEpochNanos - firstEpochNanos) / 1e9;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("messages", messages);
        fields.put("bytes", bytes);
        fields.put("warmUpMessages", warmUpMessages);
        fields.put("firstArrivalEpochNanos", firstEpochNanos);
        fields.put("lastArrivalEpochNanos", lastEpochNanos);
        fields.put("seconds", seconds);
        fields.put("messagesPerSecond", seconds > 0 ? (messages - 1) / seconds : 0.0);
        fields.put("goodputBytesPerSecond", seconds > 0 ? bytes / seconds : 0.0);
        fields.put("cpuSeconds", messages == 0 ? 0.0 : process.cpuSeconds() - cpuSecondsAtFirst);
        fields.put("latencyMicros", latencyFields());
        return fields;
    }

    private Map<String, Object> latencyFields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("count", latencies.getTotalCount());
        if (latencies.getTotalCount() > 0) {
            fields.put("min", latencies.getMinValue() / NANOS_PER_MICRO);
            fields.put("mean", latencies.getMean() / NANOS_PER_MICRO);
            fields.put("p50", percentile(50));
            fields.put("p90", percentile(90));
            fields.put("p99", percentile(99));
            fields.put("p99.9", percentile(99.9));
            fields.put("max", latencies.getMaxValue() / NANOS_PER_MICRO);
        }
        return fields;
    }

    private double percentile(double percent) {
        return latencies.getValueAtPercentile(percent) / NANOS_PER_MICRO;
    }
}
