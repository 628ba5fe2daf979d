package org.rmcast.pbcast;

/** A packet that a member misses, and how often it asked for it. */
final class MissingPacket {
    /** What it costs to know of one, with its places in the collections. */
    static final int BYTES = 160;

    final Source source;
    final long sequence;
    /** Not to be asked for before. */
    long dueNanos;

    /** When it comes up in the queue of what is asked for promptly. */
    long promptNanos;

    long askedNanos;
    int asked;
    /** It came, or was given up; skipped when it comes up in the queue. */
    boolean done;

    MissingPacket(Source source, long sequence, long dueNanos) {
        this.source = source;
        this.sequence = sequence;
        this.dueNanos = dueNanos;
    }
}
