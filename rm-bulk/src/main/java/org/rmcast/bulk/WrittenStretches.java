package org.rmcast.bulk;

import java.util.Map;
import java.util.TreeMap;

/** Which bytes of a file are written, as stretches that do not touch. Not thread safe. */
final class WrittenStretches {
    /** Takes a stretch. */
    @FunctionalInterface
    interface Each {
        /** The bytes from {@code first} to below {@code limit}. */
        void stretch(long first, long limit);
    }

    private final TreeMap<Long, Long> limits = new TreeMap<>();

    void add(long first, long limit) {
        if (first >= limit) {
            return;
        }
        long from = first;
        long to = limit;
        Map.Entry<Long, Long> before = limits.floorEntry(from);
        if (before != null && before.getValue() >= from) {
            from = before.getKey();
            to = Math.max(to, before.getValue());
        }
        Map.Entry<Long, Long> after = limits.ceilingEntry(from);
        while (after != null && after.getKey() <= to) {
            to = Math.max(to, after.getValue());
            limits.remove(after.getKey());
            after = limits.ceilingEntry(from);
        }
        limits.put(from, to);
    }

    long bytes() {
        return limits.entrySet().stream()
                .mapToLong(stretch -> stretch.getValue() - stretch.getKey())
                .sum();
    }

    void each(Each each) {
        limits.forEach(each::stretch);
    }
}
