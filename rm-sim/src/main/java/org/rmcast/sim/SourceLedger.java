package org.rmcast.sim;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one receiver got from one source, checked message by message: at most once, in order, and nothing skipped that was
 * not reported lost before. The first delivery is where the receiver joined. Methods return what is wrong, or null.
 */
final class SourceLedger {
    private static final long NONE = -1;

    /** Reported lost and not yet passed: first to limit, disjoint. */
    private final TreeMap<Long, Long> lost = new TreeMap<>();

    private long next = NONE;
    private boolean excused;

    boolean hasStarted() {
        return next != NONE;
    }

    /** From now on gaps are no fault: the receiver was told that it is out of the group. */
    void excuse() {
        excused = true;
    }

    boolean isExcused() {
        return excused;
    }

    @Nullable
    String delivered(long number) {
        if (hasStarted() && number < next) {
            return "message " + number + " was delivered after " + (next - 1) + ": repeated or out of order";
        }
        Map.Entry<Long, Long> report = lost.floorEntry(number);
        if (report != null && report.getValue() > number) {
            return "message " + number + " was delivered after it was reported lost";
        }
        if (hasStarted() && !excused && passLost(next) < number) {
            return "message " + number + " was delivered, but message " + passLost(next)
                    + " was neither delivered nor reported lost";
        }
        next = number + 1;
        lost.headMap(next).clear();
        return null;
    }

    @Nullable
    String lost(long first, long limit) {
        if (first < 0 || limit <= first) {
            return "messages " + first + " to " + limit + " (exclusive) reported lost are no range";
        }
        if (hasStarted() && first < next) {
            return "message " + first + " was reported lost, but the receiver has passed it at " + next;
        }
        long start = first;
        long end = limit;
        Map.Entry<Long, Long> before = lost.floorEntry(first);
        if (before != null && before.getValue() >= first) {
            start = before.getKey();
            end = Math.max(end, before.getValue());
        }
        for (long later : lost.subMap(start, true, end, true).values()) {
            end = Math.max(end, later);
        }
        lost.subMap(start, true, end, true).clear();
        lost.put(start, end);
        return null;
    }

    /** The first message that was neither delivered nor reported lost. */
    long reach() {
        return passLost(Math.max(0, next));
    }

    private long passLost(long number) {
        Map.Entry<Long, Long> report = lost.floorEntry(number);
        return report != null && report.getValue() > number ? report.getValue() : number;
    }
}
