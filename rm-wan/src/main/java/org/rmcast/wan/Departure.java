package org.rmcast.wan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Reason;

/**
 * A member that is gone from the view, whose messages are still to be brought to all of its destinations that are there. Not thread safe.
 */
final class Departure {
    static final long UNKNOWN = -1;

    final Peer gone;
    /** The last view in which it was, by whose places its units are sent. */
    final View lastView;
    /** The number of the first view without it. */
    final long viewNumber;

    final boolean memberLeft;
    final Reason reason;
    /** For each member that goes on with this one: up to which link number to this one it knows of units, or {@link #UNKNOWN}. */
    private final Map<Long, Long> reaches = new TreeMap<>();

    private final Map<Long, Boolean> settledAt = new TreeMap<>();
    private boolean settled;
    long askAtNanos;
    long sinceNanos;

    Departure(
            Peer gone,
            View lastView,
            long viewNumber,
            boolean memberLeft,
            Reason reason,
            List<Peer> survivors,
            long nowNanos) {
        this.gone = gone;
        this.lastView = lastView;
        this.viewNumber = viewNumber;
        this.memberLeft = memberLeft;
        this.reason = reason;
        this.askAtNanos = nowNanos;
        this.sinceNanos = nowNanos;
        for (Peer survivor : survivors) {
            reaches.put(survivor.id(), UNKNOWN);
            settledAt.put(survivor.id(), false);
        }
    }

    Source source() {
        return gone.in;
    }

    /** Another one says what it knows of. */
    void onFence(long id, long reach, boolean isSettled) {
        if (reaches.containsKey(id)) {
            reaches.merge(id, reach, Math::max);
            settledAt.merge(id, isSettled, Boolean::logicalOr);
        }
    }

    /** Another one is gone, too. */
    void onGone(long id) {
        reaches.remove(id);
        settledAt.remove(id);
    }

    /** Whether all that go on have said what they know of. */
    boolean isKnown() {
        return !reaches.containsValue(UNKNOWN);
    }

    /** The highest link number to this member that anybody knows of. */
    long reach() {
        return reaches.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** Up to which link number somebody knows of units. */
    long reachAt(long id) {
        return reaches.getOrDefault(id, UNKNOWN);
    }

    /** Whether this member has all that it will get. */
    boolean isSettled() {
        return settled;
    }

    void settle() {
        settled = true;
    }

    /** Whether nobody wants anything more of it. */
    boolean isOver() {
        return settled && !settledAt.containsValue(false);
    }

    /** Those that have not settled. */
    List<Long> open() {
        List<Long> open = new ArrayList<>();
        settledAt.forEach((id, done) -> {
            if (!done) {
                open.add(id);
            }
        });
        return open;
    }

    /** A unit of it that is held here, by its link number to a member; null if there is none. */
    @Nullable
    HeldUnit find(int slot, long link) {
        return gone.in.find(slot, link);
    }

    @Override
    public String toString() {
        return "gone " + gone + (settled ? " settled" : "") + " reaches " + reaches;
    }
}
