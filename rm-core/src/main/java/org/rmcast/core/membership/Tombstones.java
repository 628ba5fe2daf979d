package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Members that are out of the group, so that old news does not bring them back, and so that those that only seemed to have
 * failed can be looked for. Bounded in number and time; the oldest go first. Not thread safe.
 */
final class Tombstones {
    private final int capacity;
    private final long memoryNanos;
    private final Map<Long, Tombstone> byId = new LinkedHashMap<>();

    /**
     * A member that is out.
     *
     * @param update what is known of it, of a kind that is down
     * @param sinceNanos since when
     * @param untilNanos when it is forgotten
     * @param replaced whether another member answers at its address, so that it is not to be looked for
     */
    record Tombstone(MemberUpdate update, long sinceNanos, long untilNanos, boolean replaced) {
        boolean mayComeBack() {
            return update.kind() == MemberUpdate.Kind.FAILED && !replaced;
        }

        boolean isAt(InetSocketAddress address) {
            return update.address().equals(address);
        }
    }

    Tombstones(int capacity, long memoryNanos) {
        this.capacity = capacity;
        this.memoryNanos = memoryNanos;
    }

    int count() {
        return byId.size();
    }

    @Nullable
    Tombstone find(long id) {
        return byId.get(id);
    }

    void put(MemberUpdate update, boolean replaced, long nowNanos) {
        byId.remove(update.id());
        if (byId.size() >= capacity) {
            byId.remove(byId.keySet().iterator().next());
        }
        byId.put(update.id(), new Tombstone(update, nowNanos, nowNanos + memoryNanos, replaced));
    }

    /** Another member answers at its address; it is remembered no longer than it was. */
    void markReplaced(long id) {
        byId.computeIfPresent(id, (same, it) -> new Tombstone(it.update(), it.sinceNanos(), it.untilNanos(), true));
    }

    void remove(long id) {
        byId.remove(id);
    }

    /** Drops those whose time is over; all are remembered equally long, so the oldest stand first. */
    void expire(long nowNanos) {
        while (!byId.isEmpty()) {
            Tombstone oldest = byId.values().iterator().next();
            if (oldest.untilNanos() - nowNanos > 0) {
                return;
            }
            byId.remove(oldest.update().id());
        }
    }

    /** A random one that failed and may come back, null if there is none. */
    @Nullable
    MemberUpdate anyFailed(RandomGenerator random) {
        List<MemberUpdate> failed = new ArrayList<>();
        for (Tombstone tombstone : byId.values()) {
            if (tombstone.mayComeBack()) {
                failed.add(tombstone.update());
            }
        }
        return failed.isEmpty() ? null : failed.get(random.nextInt(failed.size()));
    }
}
