package org.rmcast.pbcast;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.rmcast.core.engine.Deadlines;

/**
 * The streams that a round of gossip has something to do for. One that is complete here, and as far as it was for as long as
 * anything is remembered, rests until there is news of it, or until it has been silent for so long that this counts: a round
 * costs as much as happens, however many senders there have been. Not thread safe.
 */
final class WakefulStreams {
    private static final Comparator<Source> BY_TIME = (one, other) -> {
        int order = Deadlines.compare(one.restsUntilNanos, other.restsUntilNanos);
        return order == 0 ? Long.compare(one.id(), other.id()) : order;
    };

    private final Set<Source> awake = new LinkedHashSet<>();
    /** Those of the streams that rest which wake by themselves, the first of them first. */
    private final TreeSet<Source> untilTime = new TreeSet<>(BY_TIME);

    /** In no particular order. */
    Collection<Source> all() {
        return Collections.unmodifiableCollection(awake);
    }

    /** A stream is followed. */
    void add(Source source) {
        awake.add(source);
    }

    /** A stream is followed no more. */
    void remove(Source source) {
        awake.remove(source);
        untilTime.remove(source);
    }

    /** There is news of a stream, or may be. */
    void wake(Source source) {
        if (source.rests) {
            untilTime.remove(source);
            source.rests = false;
            awake.add(source);
        }
    }

    /** Nothing is to be done for a stream before there is news of it, or before a time if that is still to come. */
    void rest(Source source, long untilNanos, long nowNanos) {
        source.rests = true;
        awake.remove(source);
        if (!Deadlines.isDue(untilNanos, nowNanos)) {
            source.restsUntilNanos = untilNanos;
            untilTime.add(source);
        }
    }

    /** Those for which the round has something to do that ends now. */
    List<Source> atRoundEnd(long nowNanos) {
        while (!untilTime.isEmpty() && Deadlines.isDue(untilTime.first().restsUntilNanos, nowNanos)) {
            wake(untilTime.first());
        }
        return new ArrayList<>(awake);
    }
}
