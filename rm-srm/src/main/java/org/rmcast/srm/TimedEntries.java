package org.rmcast.srm;

import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;

/**
 * Entries in the order in which they are due; of those due at the same time the one set first is first. Not thread safe.
 *
 * @param <E> the entries
 */
final class TimedEntries<E extends TimedEntry> {
    private final TreeSet<E> entries = new TreeSet<>(TimedEntries::compare);
    /** The first of them: who asks when something is due asks at every wake-up, and mostly nothing has changed. */
    private @Nullable E first;

    private long set;

    private static int compare(TimedEntry one, TimedEntry other) {
        int byTime = Deadlines.compare(one.dueNanos, other.dueNanos);
        return byTime != 0 ? byTime : Long.compare(one.number, other.number);
    }

    /** Sets an entry's deadline, whether it had one or not. */
    void set(E entry, long dueNanos) {
        clear(entry);
        entry.dueNanos = dueNanos;
        entry.number = set++;
        entries.add(entry);
        if (first == null || compare(entry, first) < 0) {
            first = entry;
        }
    }

    /** Clears an entry's deadline; it may have none. */
    void clear(E entry) {
        if (entry.dueNanos != ProtocolEngine.NO_DEADLINE) {
            entries.remove(entry);
            entry.dueNanos = ProtocolEngine.NO_DEADLINE;
            if (entry.equals(first)) {
                first = entries.isEmpty() ? null : entries.first();
            }
        }
    }

    /** The first one if it is due by a time; null if none is. */
    @Nullable
    E firstDue(long timeNanos) {
        return first != null && Deadlines.isDue(first.dueNanos, timeNanos) ? first : null;
    }

    /** When the first one is due, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextNanos() {
        return first == null ? ProtocolEngine.NO_DEADLINE : first.dueNanos;
    }

    int size() {
        return entries.size();
    }
}
