package org.rmcast.lab.member;

import java.util.List;
import java.util.Objects;

/**
 * What arrived at a receiver in one run.
 *
 * @param messages complete messages
 * @param bytes their bytes
 * @param firstNanos when the first came, by {@link System#nanoTime()}
 * @param lastNanos when the last came
 * @param outOfOrder messages whose number is not above all before
 * @param latency a histogram, see {@link Histograms}; empty if latency was not recorded
 * @param process what the process used
 * @param traffic what went over its sockets
 * @param wire what passed its interface, where that is its own
 * @param tenths the bytes that came in each tenth of a second from the first on; none from a build that does not say it
 */
public record ReceiverFigures(
        long messages,
        long bytes,
        long firstNanos,
        long lastNanos,
        long outOfOrder,
        String latency,
        ProcessFigures process,
        TrafficFigures traffic,
        WireFigures wire,
        List<Long> tenths) {
    public ReceiverFigures {
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(process, "process");
        Objects.requireNonNull(traffic, "traffic");
        Objects.requireNonNull(wire, "wire");
        tenths = tenths == null ? List.of() : List.copyOf(tenths);
    }

    /** Bytes of complete messages per second from the first arrival to the last; 0 with fewer than two messages. */
    public double goodput() {
        return lastNanos > firstNanos ? bytes * 1e9 / (lastNanos - firstNanos) : 0;
    }
}
