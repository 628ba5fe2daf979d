package org.rmcast.lab.member;

import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages of one run as they arrive, the same way whatever brought them. Thread safe; nobody contends for the
 * lock while messages arrive.
 */
final class ArrivalMeter {
    private int run = -1;
    private long messages;
    private long bytes;
    private long firstNanos;
    private long lastNanos;
    private long nextNumber;
    private long outOfOrder;
    private final ByteSeries series = new ByteSeries();
    private @Nullable Histogram latency;

    /** Forgets what was counted; messages of other runs are ignored from now on. */
    synchronized void expect(int expectedRun, boolean withLatency) {
        run = expectedRun;
        messages = 0;
        bytes = 0;
        firstNanos = 0;
        lastNanos = 0;
        nextNumber = 0;
        outOfOrder = 0;
        series.clear();
        latency = withLatency ? Histograms.empty() : null;
    }

    /** A message arrived. */
    synchronized void onMessage(ByteBuffer message) {
        if (message.remaining() < Stamp.BYTES || Stamp.run(message) != run) {
            return;
        }
        long now = System.nanoTime();
        long number = Stamp.number(message);
        if (number < nextNumber) {
            outOfOrder++;
        } else {
            nextNumber = number + 1;
        }
        firstNanos = messages == 0 ? now : firstNanos;
        lastNanos = now;
        messages++;
        bytes += message.remaining();
        series.add(now - firstNanos, message.remaining());
        if (latency != null) {
            latency.recordValue(Math.max(0, Math.min(Histograms.MAX_NANOS, now - Stamp.dueNanos(message))));
        }
    }

    /** How many have arrived. */
    synchronized long messages() {
        return messages;
    }

    /** What has arrived, together with what else is known of the process. */
    synchronized ReceiverFigures figures(ProcessFigures process, TrafficFigures traffic, WireFigures wire) {
        String encoded = latency == null ? "" : Histograms.encode(latency);
        return new ReceiverFigures(
                messages, bytes, firstNanos, lastNanos, outOfOrder, encoded, process, traffic, wire, series.tenths());
    }
}
