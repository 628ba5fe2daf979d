package org.rmcast.sim;

import java.util.HashMap;
import java.util.Map;

/** Since when each member of a group of equals has known of each other one. Looked up, never iterated. */
final class Meetings {
    /** A time before all others. */
    static final long NEVER = -1;

    private final Map<Long, Map<Long, Long>> sinceNanos = new HashMap<>();

    /** A member reports that another one joined. */
    void met(long memberId, long other, long nowNanos) {
        sinceNanos.computeIfAbsent(memberId, id -> new HashMap<>()).putIfAbsent(other, nowNanos);
    }

    /** When a member first knew of another, {@link #NEVER} if it never did. */
    long sinceNanos(long memberId, long other) {
        return sinceNanos.getOrDefault(memberId, Map.of()).getOrDefault(other, NEVER);
    }
}
