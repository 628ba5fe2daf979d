package org.rmcast.core.membership;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Members to be pinged besides those whose turn it is: newcomers that must prove that they are there before they displace
 * another one, members that are held for failed though somebody says that they live, suspects to be told so. In the order in which
 * they came; bounded: those of lowest rank are kept, so that no flood of claims can choose who is. Not thread safe.
 */
final class Candidates {
    private final int capacity;
    private final Map<Long, Candidate> byId = new LinkedHashMap<>();
    private final TreeMap<Long, Candidate> byRank = new TreeMap<>(Long::compareUnsigned);

    /**
     * Somebody to be pinged.
     *
     * @param update what is said or held of it
     * @param rank of its id
     * @param disputed whether others say something else of it than we hold
     */
    record Candidate(MemberUpdate update, long rank, boolean disputed) {}

    Candidates(int capacity) {
        this.capacity = capacity;
    }

    int count() {
        return byId.size();
    }

    void add(MemberUpdate update, long rank, boolean disputed) {
        if (byId.containsKey(update.id()) || byRank.containsKey(rank)) {
            return;
        }
        if (byId.size() >= capacity) {
            if (Long.compareUnsigned(rank, byRank.lastKey()) > 0) {
                return;
            }
            remove(byRank.lastEntry().getValue().update().id());
        }
        Candidate candidate = new Candidate(update, rank, disputed);
        byId.put(update.id(), candidate);
        byRank.put(rank, candidate);
    }

    void remove(long id) {
        Candidate candidate = byId.remove(id);
        if (candidate != null) {
            byRank.remove(candidate.rank());
        }
    }

    /** Takes out the one that has waited longest, null if there is none. */
    @Nullable
    Candidate poll() {
        if (byId.isEmpty()) {
            return null;
        }
        Candidate first = byId.values().iterator().next();
        remove(first.update().id());
        return first;
    }
}
