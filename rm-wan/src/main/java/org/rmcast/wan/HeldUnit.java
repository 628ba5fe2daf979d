package org.rmcast.wan;

import java.util.List;

/**
 * A message, or a piece of one, as a member holds it: destinations are slots, see {@link Members}. Not thread safe.
 */
final class HeldUnit {
    /** What it costs to hold a unit besides its payload, without its destinations and causes. */
    private static final int OVERHEAD_BYTES = 200;

    final long sourceId;
    final long number;
    final boolean first;
    final boolean last;
    final boolean headers;
    final List<Dependency> causes;
    final long message;
    final int messageBytes;
    final byte[] payload;
    final int payloadOffset;
    final int payloadBytes;
    /** The view in which it was heard of. */
    final long view;

    private final long all;
    private final long[] links;
    private long slots;
    /** At its sender: when it was accepted. */
    long acceptedNanos;
    /** At its sender: how it goes to its destinations. */
    RoutePlan routes = RoutePlan.PLAIN;
    /** At its sender: the slots of those to whom it goes by multicast, in how many copies, and whether it has left. */
    long byMulticast;

    int multicastCopies;
    boolean multicastSent;
    /** At its sender: the slots of the relays, none of its destinations, that were given it to pass on. */
    long handedOver;

    /**
     * Makes one.
     *
     * @param slots for whom it is
     * @param links their numbers of it, in ascending order of the slots
     */
    HeldUnit(
            long sourceId,
            long number,
            boolean first,
            boolean last,
            boolean headers,
            List<Dependency> causes,
            long message,
            int messageBytes,
            byte[] payload,
            int payloadOffset,
            int payloadBytes,
            long view,
            long slots,
            long[] links) {
        this.sourceId = sourceId;
        this.number = number;
        this.first = first;
        this.last = last;
        this.headers = headers;
        this.causes = causes;
        this.message = message;
        this.messageBytes = messageBytes;
        this.payload = payload;
        this.payloadOffset = payloadOffset;
        this.payloadBytes = payloadBytes;
        this.view = view;
        this.all = slots;
        this.slots = slots;
        this.links = links;
    }

    /** For whom it is, of those that are there. */
    long slots() {
        return slots;
    }

    boolean isFor(int slot) {
        return (slots >>> slot & 1) != 0;
    }

    /** The number of this unit among what its sender sends to a member that is one of its destinations. */
    long link(int slot) {
        return links[Long.bitCount(all & (1L << slot) - 1)];
    }

    /** The member of a slot is gone. */
    void free(int slot) {
        slots &= ~(1L << slot);
        for (Dependency cause : causes) {
            cause.slots &= ~(1L << slot);
        }
    }

    /** The bytes that it costs to hold it. */
    int heldBytes() {
        return OVERHEAD_BYTES + payloadBytes + 8 * links.length + 56 * causes.size();
    }

    @Override
    public String toString() {
        return "unit " + number + " of " + Long.toHexString(sourceId);
    }
}
