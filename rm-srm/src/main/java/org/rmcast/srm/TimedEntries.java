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
    }

    /** Clears an entry's deadline; it may have none. */
    void clear(E entry) {
        if (entry.dueNanos != ProtocolEngine.NO_DEADLINE) {
            entries.remove(entry);
            entry.dueNanos = ProtocolEngine.NO_DEADLINE;
        }
    }

    /** The first one if it is due by a time; null if none is. */
    @Nullable
    E firstDue(long timeNanos) {
        return entries.isEmpty() || !Deadlines.isDue(entries.first().dueNanos, timeNanos) ? null : entries.first();
    }

    /** When the first one is due, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextNanos() {
        return entries.isEmpty() ? ProtocolEngine.NO_DEADLINE : entries.first().dueNanos;
    }

    int size() {
        return entries.size();
    }
}
