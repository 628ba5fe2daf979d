package org.rmcast.core.stream;

import java.util.Objects;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.buffer.ByteBudget;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.framing.AssemblyBudget;

/**
 * What the receptions of all streams of one member have in common.
 *
 * @param hasApplication whether there is someone to give messages to
 * @param ordered whether each stream is delivered in its sender's order; else each message as soon as it is whole
 * @param holds whether packets are held after delivery, until {@link StreamReception#releaseBelow}, or the room is needed
 * @param windowPackets how far ahead of the first missing packet others are taken, 1 or more
 * @param allowancePackets see {@link org.rmcast.core.claims.StreamClaims}
 * @param askOwnerNanos likewise
 * @param reordering how late packets may be that are only overtaken
 * @param layout where packets have what delivery needs
 * @param budget for the packets of all streams
 * @param assembly for messages that span packets
 * @param counters what is counted
 */
public record ReceptionContext(
        boolean hasApplication,
        boolean ordered,
        boolean holds,
        int windowPackets,
        long allowancePackets,
        long askOwnerNanos,
        Reordering reordering,
        MessageDelivery.Layout layout,
        ByteBudget budget,
        AssemblyBudget assembly,
        MeterValues<EngineMeter> counters) {
    /**
     * How late packets may be that are only overtaken, see {@link org.rmcast.core.flow.ReorderingMeter}.
     *
     * @param minNanos the shortest wait before a gap is worth a request, 0 or more
     * @param maxNanos the longest; 0 to ask at once, whatever is seen
     */
    public record Reordering(long minNanos, long maxNanos) {}

    public ReceptionContext {
        Objects.requireNonNull(reordering, "reordering");
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(budget, "budget");
        Objects.requireNonNull(assembly, "assembly");
        Objects.requireNonNull(counters, "counters");
        if (windowPackets < 1) {
            throw new IllegalArgumentException("windowPackets must be 1 or more, was " + windowPackets);
        }
    }
}
