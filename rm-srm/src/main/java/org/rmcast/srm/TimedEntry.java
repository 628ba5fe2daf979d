package org.rmcast.srm;

import org.rmcast.core.engine.ProtocolEngine;

/** Something that has a deadline among others of its kind, see {@link TimedEntries}. Compared by identity. Not thread safe. */
abstract class TimedEntry {
    /** Known to {@link TimedEntries} only. */
    long dueNanos = ProtocolEngine.NO_DEADLINE;

    /** Likewise: of those due at the same time the lower one is first. */
    long number;

    /** When it is due, {@link ProtocolEngine#NO_DEADLINE} if it is not. */
    final long dueNanos() {
        return dueNanos;
    }
}
