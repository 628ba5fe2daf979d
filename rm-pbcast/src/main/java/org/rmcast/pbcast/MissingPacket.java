package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A packet that a member misses, and how often it asked for it. */
final class MissingPacket {
    /** So many requests are remembered: what comes later than the answers to those tells nothing of the way. */
    private static final int MOST_ASKED = 4;
    /** What it costs to know of one, with its places in the collections, and of the requests for it. */
    static final int BYTES = 160 + MOST_ASKED * 32;

    final Source source;
    final long sequence;
    /** When it was found missing. */
    final long shownNanos;
    /** Not to be asked for before. */
    long dueNanos;

    /** When it was asked for, for the first time. */
    long firstAskedNanos;

    int asked;
    /** The last request for it, and those before. */
    @Nullable
    Asked last;
    /** Of those asked before that a bit each, by their hashes. */
    private long forgotten;

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

    /** A request for a packet. */
    static final class Asked {
        final InetSocketAddress of;
        final long nanos;
        /** Who was asked has it. */
        final boolean sure;

        @Nullable
        Asked before;

        private Asked(InetSocketAddress of, long nanos, boolean sure, @Nullable Asked before) {
            this.of = of;
            this.nanos = nanos;
            this.sure = sure;
            this.before = before;
        }
    }

    /** It is asked for. */
    void ask(InetSocketAddress of, boolean sure, long nowNanos) {
        firstAskedNanos = asked == 0 ? nowNanos : firstAskedNanos;
        asked++;
        last = new Asked(of, nowNanos, sure, last);
        Asked oldest = last;
        for (int i = 1; i < MOST_ASKED && oldest != null; i++) {
            oldest = oldest.before;
        }
        if (oldest != null && oldest.before != null) {
            forgotten |= bit(oldest.before.of);
            oldest.before = null;
        }
    }

    /** Whether all requests for it to a member are remembered, as far as is known. */
    boolean remembersAll(InetSocketAddress member) {
        return (forgotten & bit(member)) == 0;
    }

    private static long bit(InetSocketAddress member) {
        return 1L << ((member.hashCode() * 0x9E3779B9) >>> (Integer.SIZE - 6));
    }

    /** When it was asked for last; it was. */
    long askedNanos() {
        return Objects.requireNonNull(last).nanos;
    }

    /** Whether who was asked last has it. */
    boolean isSure() {
        return last != null && last.sure;
    }

    /** The last request to a member, of those from one on; null if there was none. */
    static @Nullable Asked of(InetSocketAddress member, @Nullable Asked from) {
        Asked asked = from;
        while (asked != null && !asked.of.equals(member)) {
            asked = asked.before;
        }
        return asked;
    }
}
