package org.rmcast.sim.ledger;

import java.util.Map;
import java.util.TreeMap;

/** A set of message numbers, kept as disjoint ranges that do not touch. */
final class MessageRanges {
    private final TreeMap<Long, Long> limits = new TreeMap<>();
    private long size;

    /** Adds the numbers from {@code first} to {@code limit} (exclusive). */
    void add(long first, long limit) {
        long start = first;
        long end = limit;
        Map.Entry<Long, Long> before = limits.floorEntry(first);
        if (before != null && before.getValue() >= first) {
            start = before.getKey();
        }
        var touched = limits.subMap(start, true, limit, true);
        for (Map.Entry<Long, Long> range : touched.entrySet()) {
            end = Math.max(end, range.getValue());
            size -= range.getValue() - range.getKey();
        }
        touched.clear();
        limits.put(start, end);
        size += end - start;
    }

    boolean contains(long number) {
        return passing(number) > number;
    }

    /** Whether a number from {@code first} to {@code limit} (exclusive) is in it. */
    boolean intersects(long first, long limit) {
        Map.Entry<Long, Long> last = limits.lowerEntry(limit);
        return first < limit && last != null && last.getValue() > first;
    }

    /** The lowest number, {@code number} or above, that is not in it. */
    long passing(long number) {
        Map.Entry<Long, Long> range = limits.floorEntry(number);
        return range == null ? number : Math.max(number, range.getValue());
    }

    /** The number after the highest in it, 0 if it is empty. */
    long limit() {
        return limits.isEmpty() ? 0 : limits.lastEntry().getValue();
    }

    /** How many numbers are in it. */
    long size() {
        return size;
    }
}
