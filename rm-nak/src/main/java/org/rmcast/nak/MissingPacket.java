package org.rmcast.nak;

/** A packet that is missing, and how often it was asked for. */
final class MissingPacket {
    /** What it costs to know of one, with its places in the collections. */
    static final int BYTES = 160;

    final long sequence;
    /** How often it was asked for. */
    int asked;
    /** The number of the last request, and when that was. */
    int number;

    long askedNanos;
    /** When it is to be asked for again, or given up. */
    long dueNanos;
    /** It was asked for, and may come yet. */
    boolean awaited;
    /** It came, or is not wanted any more: skipped when it comes up in a queue. */
    boolean done;

    MissingPacket(long sequence, long nowNanos) {
        this.sequence = sequence;
        this.dueNanos = nowNanos;
    }
}
