package org.rmcast.core.order;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Another member's log on its way here, to take the place of what is not committed: nothing is replaced before all of it is here. Not thread safe. */
final class Takeover {
    final Ballot ballot;
    /** Who has it. */
    final long source;
    /** The group that it belongs to. */
    final long group;

    private final List<Entry> entries = new ArrayList<>();
    private long from;
    /** The end that has to be reached. */
    long until;

    OrderPacket.@Nullable State state;
    /** From where it was asked for last. */
    long asked = -1;

    Takeover(Ballot ballot, long source, long group, long from, long until) {
        this.ballot = ballot;
        this.source = source;
        this.group = group;
        this.from = from;
        this.until = until;
    }

    long end() {
        return from + entries.size();
    }

    long from() {
        return from;
    }

    List<Entry> entries() {
        return entries;
    }

    boolean isComplete() {
        return end() >= until;
    }

    /** Begins behind a state. */
    void begin(OrderPacket.State behind) {
        if (behind.position() > end()) {
            state = behind;
            from = behind.position();
            entries.clear();
        }
    }

    /** The next entry, with its content. */
    void add(Entry entry) {
        entries.add(entry);
    }
}
