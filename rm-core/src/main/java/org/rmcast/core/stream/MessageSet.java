package org.rmcast.core.stream;

import java.util.Map;
import java.util.TreeMap;

/** Numbers that come in almost any order, as ranges, above one below which all are in. Not thread safe. */
final class MessageSet {
    private final TreeMap<Long, Long> limits = new TreeMap<>();
    private long below;

    /** Takes ranges that are not in the set. */
    interface Ranges {
        void accept(long first, long limit);
    }

    /** All numbers below this one are in; those between are passed to the action if they were not. */
    void raise(long number, Ranges missing) {
        long next = below;
        while (next < number) {
            Map.Entry<Long, Long> range = limits.ceilingEntry(next);
            long gapEnd = range == null ? number : Math.min(number, range.getKey());
            if (gapEnd > next) {
                missing.accept(next, gapEnd);
            }
            next = range == null ? number : Math.max(gapEnd, Math.min(number, range.getValue()));
        }
        below = Math.max(below, number);
        settle();
    }

    boolean contains(long number) {
        Map.Entry<Long, Long> range = limits.floorEntry(number);
        return number < below || (range != null && number < range.getValue());
    }

    /** Adds a number; returns whether it is new. */
    boolean add(long number) {
        if (contains(number)) {
            return false;
        }
        long first = number;
        long limit = number + 1;
        Map.Entry<Long, Long> before = limits.floorEntry(number);
        if (before != null && before.getValue() == number) {
            first = before.getKey();
        }
        Long after = limits.remove(limit);
        limits.put(first, after == null ? limit : after);
        settle();
        return true;
    }

    private void settle() {
        for (Map.Entry<Long, Long> first = limits.firstEntry();
                first != null && first.getKey() <= below;
                first = limits.firstEntry()) {
            below = Math.max(below, first.getValue());
            limits.pollFirstEntry();
        }
    }

    /** All numbers below are in. */
    long below() {
        return below;
    }
}
