package org.rmcast.pbcast;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

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
        /** Whether it was followed, or its sender itself said how far it is. */
        boolean firsthand;
        /** The application was told of its sender. */
        boolean found;
        /** It has ended. */
        boolean over;

        private long summedLimit;
        private long newsNanos;
    }

    private final int most;
    private final StreamSums sums;
    private final LinkedHashMap<Long, Known> streams = new LinkedHashMap<>();

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
        if (firsthand && !known.firsthand) {
            known.firsthand = true;
            known.next = limit;
            known.nextMessage = messages;
        }
        put(id, known, limit, nowNanos);
        return true;
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
            if (!known.firsthand) {
                oldest.remove();
            }
        }
    }

    /** Passes those in the sums, with how far they are. */
    void forEachSummed(ObjLongConsumer<Long> action) {
        streams.forEach((id, known) -> {
            if (known.summedLimit > 0) {
                action.accept(id, known.summedLimit);
            }
        });
    }
}
