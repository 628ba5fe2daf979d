package org.rmcast.core.order;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Counts votes: any two quorums of the same voters have a member in common. */
final class Quorums {
    private Quorums() {}

    /** Whether enough of the voters are among these. Where nobody votes yet everything is enough. */
    static boolean has(Collection<Long> members, List<Long> voters, int quorum) {
        return voters.isEmpty() || voters.stream().filter(members::contains).count() >= quorum;
    }

    /** The furthest end that enough of the voters have reached. */
    static long end(Map<Long, Long> ends, List<Long> voters, int quorum) {
        if (voters.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long[] sorted = voters.stream()
                .mapToLong(id -> ends.getOrDefault(id, 0L))
                .sorted()
                .toArray();
        return sorted.length < quorum ? 0 : sorted[sorted.length - quorum];
    }
}
