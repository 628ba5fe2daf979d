package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A packet that a member misses, and how often it asked for it. */
final class MissingPacket {
    /** What it costs to know of one, with its places in the collections. */
    static final int BYTES = 168;

    final Source source;
    final long sequence;
    /** When it was found missing. */
    final long shownNanos;
    /** Not to be asked for before. */
    long dueNanos;

    /** When it was asked for, for the first time. */
    long firstAskedNanos;

    long askedNanos;
    /** When it was asked for before that. */
    long askedBeforeNanos;

    int asked;
    /** Who was asked last. */
    @Nullable
    InetSocketAddress askedOf;
    /** Who was asked before that. */
    @Nullable
    InetSocketAddress askedOfBefore;
    /** Who was asked last has it. */
    boolean sure;
    /** Who was asked before has it. */
    boolean sureBefore;
    /** It was asked for, and may come yet. */
    boolean awaited;
    /** Where it waits in the queue of what is asked for promptly. */
    int lane = DueQueue.NOWHERE;
    /** It came, or was given up; skipped when it comes up in a queue. */
    boolean done;

    MissingPacket(Source source, long sequence, long shownNanos, long dueNanos) {
        this.source = source;
        this.sequence = sequence;
        this.shownNanos = shownNanos;
        this.dueNanos = dueNanos;
    }
}
