package org.rmcast.pbcast;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;

/**
 * Streams that are not followed: where those were left that had been, so that they go on without a gap or a repetition; and how
 * far silent ones are said to be, so that members that know the same see that they do. Bounded: the one that was heard of longest ago
 * makes room. Not thread safe.
 */
final class KnownStreams {
    /** How many there may be for each that may be followed: more senders than this are hardly ever heard at a member. */
    private static final int PER_FOLLOWED = 16;

    /** What one costs in memory. */
    static final int BYTES = 160;

    /** What is known of a stream. */
    static final class Known {
        /** The first sequence that was not taken; 1 if the stream never was followed. */
        long next = 1;
        /** The first message that was not delivered, -1 if none had begun. */
        long nextMessage = -1;
        /** How many messages are said to be in what there is of it, -1 if that is not known. */
        long messages = -1;
        /** The sequence after the last that was given up, 0 if none was. */
        long lostLimit;
        /** Whether it was followed, or its sender itself said how far it is. */
        boolean firsthand;
        /** The application was told of its sender. */
        boolean found;
        /** It has ended. */
        boolean over;

        /** How far it is by the sums, 0 if it is not in them. */
        private long summedLimit;

        private long newsNanos;
    }

    private final int most;
    private final StreamSums sums;
    private final LinkedHashMap<Long, Known> streams = new LinkedHashMap<>();
    private long latestNanos;

    KnownStreams(PbcastConfig config, StreamSums sums) {
        this.most = most(config);
        this.sums = sums;
    }

    static int most(PbcastConfig config) {
        return PER_FOLLOWED * config.maxSenders;
    }

    @Nullable
    Known find(long id) {
        return streams.get(id);
    }

    /** Takes out what is known of a stream that is going to be followed. */
    @Nullable
    Known take(long id) {
        Known known = streams.remove(id);
        if (known != null) {
            sums.replace(id, known.summedLimit, 0);
        }
        return known;
    }

    /** A stream is not followed any more; it is as far as this if its sender is still there, else 0. */
    void put(long id, Known known, long limit, long nowNanos) {
        take(id);
        latestNanos = nowNanos;
        known.summedLimit = limit;
        known.newsNanos = nowNanos;
        sums.replace(id, 0, limit);
        streams.put(id, known);
        if (streams.size() > most) {
            take(streams.keySet().iterator().next());
        }
    }

    /**
     * A silent stream that is not followed is said to be this far.
     *
     * @param firsthand whether its sender says so
     * @return whether that is news
     */
    boolean heard(long id, long limit, long messages, boolean firsthand, long nowNanos) {
        Known known = streams.get(id);
        if (known == null) {
            known = new Known();
        } else if (known.over || known.summedLimit == limit || (known.firsthand && !firsthand)) {
            return false;
        }
        known.messages = messages;
        if (firsthand && !known.firsthand) {
            known.firsthand = true;
            known.next = limit;
            known.nextMessage = messages;
        }
        put(id, known, limit, nowNanos);
        return true;
    }

    /**
     * The application has a sender's messages before this one, wherever from.
     *
     * @param packet where that one may begin, 0 if it is not known
     */
    void expect(long id, long packet, long message) {
        Known known = streams.get(id);
        if (known == null) {
            known = new Known();
            put(id, known, 0, latestNanos);
        }
        if (known.nextMessage < message) {
            known.next = Math.max(packet, known.next);
            known.nextMessage = message;
        }
    }

    /** How far a stream is by the sums, 0 if it is not in them. */
    long summedLimit(long id) {
        Known known = streams.get(id);
        return known == null ? 0 : known.summedLimit;
    }

    /** The sender has gone: the stream is not in the sums any more. */
    void onDown(long id) {
        Known known = streams.get(id);
        if (known != null) {
            sums.replace(id, known.summedLimit, 0);
            known.summedLimit = 0;
        }
    }

    /** Leaves streams out of the sums that were silent since before a time; where members know different senders. */
    void leaveOut(long beforeNanos) {
        Iterator<Map.Entry<Long, Known>> oldest = streams.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<Long, Known> entry = oldest.next();
            Known known = entry.getValue();
            if (known.newsNanos - beforeNanos > 0) {
                return;
            }
            onDown(entry.getKey());
            if (!known.firsthand && known.nextMessage < 0) {
                oldest.remove();
            }
        }
    }

    /**
     * What there is to tell who names streams that are over here, and does not know all of them: it was away when their senders
     * left, and nobody else names these any more.
     */
    void addMoreThan(List<Entry> named, List<Entry> entries) {
        for (Entry entry : named) {
            Known known = streams.get(entry.source());
            if (known != null
                    && known.firsthand
                    && known.summedLimit == 0
                    && known.nextMessage >= 0
                    && known.next > entry.limit()) {
                entries.add(nothingHeld(entry.source(), known.next, known.over, known.nextMessage));
            }
        }
    }

    private static Entry nothingHeld(long id, long limit, boolean ended, long messages) {
        return new Entry(
                id, limit, limit, limit, 0, ended, messages, limit, SequenceMask.EMPTY, limit, SequenceMask.EMPTY);
    }

    /** What there is to tell others of those in the sums of which this holds. */
    void addEntries(LongPredicate which, List<Entry> entries) {
        streams.forEach((id, known) -> {
            long limit = known.summedLimit;
            if (limit > 0 && which.test(id)) {
                entries.add(nothingHeld(id, limit, false, Math.max(0, known.messages)));
            }
        });
    }
}
