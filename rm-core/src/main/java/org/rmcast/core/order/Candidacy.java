package org.rmcast.core.order;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One member's attempt to become the sequencer: it has succeeded when a majority of the voters follows it, and it then takes over the log
 * of the one that is furthest. Not thread safe.
 *
 * <p>Paper: Liskov and Cowling, "Viewstamped Replication Revisited" (2012), section 4.2: the log of the latest view, of those the longest.
 * Who votes may be about to change; then it takes the majorities of both: Ongaro and Ousterhout, "In Search of an Understandable Consensus
 * Algorithm" (2014), section 6.
 */
final class Candidacy {
    /** A member that follows, and what it has. */
    record Follower(long id, OrderPacket.Promise promise) {}

    final Ballot ballot;
    /** Empty where there is a group already. */
    final List<Long> founders;

    private final int quorum;
    private final Map<Long, OrderPacket.Promise> promises = new TreeMap<>();

    /** Whose log is to be taken over, once that is decided. */
    @Nullable
    Follower best;

    Candidacy(Ballot ballot, List<Long> founders, int quorum) {
        this.ballot = ballot;
        this.founders = founders;
        this.quorum = quorum;
    }

    void add(long id, OrderPacket.Promise promise) {
        promises.put(id, promise);
    }

    boolean isFounding() {
        return !founders.isEmpty();
    }

    /** Whether enough members follow. */
    boolean isDecided() {
        if (isFounding()) {
            return promises.keySet().containsAll(founders);
        }
        OrderPacket.Promise furthest = promises.values().stream()
                .max(Comparator.comparingLong(OrderPacket.Promise::committed))
                .orElseThrow();
        if (!Quorums.has(promises.keySet(), furthest.voters(), quorum)) {
            return false;
        }
        for (Map.Entry<Long, List<Long>> change : best().promise().pending().entrySet()) {
            if (change.getKey() >= furthest.committed() && !Quorums.has(promises.keySet(), change.getValue(), quorum)) {
                return false;
            }
        }
        return true;
    }

    /** The one whose log is the furthest: this member itself where others are not further. */
    Follower best() {
        Follower found = null;
        for (Map.Entry<Long, OrderPacket.Promise> entry : promises.entrySet()) {
            OrderPacket.Promise promise = entry.getValue();
            int order = found == null ? 1 : compare(promise, found.promise());
            if (found == null || order > 0 || (order == 0 && entry.getKey() == ballot.owner())) {
                found = new Follower(entry.getKey(), promise);
            }
        }
        if (found == null) {
            throw new IllegalStateException("nobody follows, not even this member");
        }
        return found;
    }

    private static int compare(OrderPacket.Promise one, OrderPacket.Promise other) {
        int order = one.accepted().compareTo(other.accepted());
        return order != 0 ? order : Long.compare(one.end(), other.end());
    }

    @Override
    public String toString() {
        return "candidate " + ballot + " followed by " + promises.keySet();
    }
}
