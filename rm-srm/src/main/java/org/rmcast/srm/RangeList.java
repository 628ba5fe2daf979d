package org.rmcast.srm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rmcast.srm.wire.SrmPacket.Range;

/** Sequences, added in any order, as ranges. Not thread safe. */
final class RangeList {
    private final int most;
    /** Limits by first sequences. */
    private final TreeMap<Long, Long> ranges = new TreeMap<>();

    /** @param most not more ranges than these, 1 or more */
    RangeList(int most) {
        this.most = most;
    }

    /** Whether a sequence can be added. */
    boolean mayTake(long sequence) {
        Map.Entry<Long, Long> before = ranges.lowerEntry(sequence);
        return ranges.size() < most
                || ranges.containsKey(sequence + 1)
                || (before != null && before.getValue() >= sequence);
    }

    /** Adds a sequence that is not among them. */
    void add(long sequence) {
        Map.Entry<Long, Long> before = ranges.lowerEntry(sequence);
        Long after = ranges.remove(sequence + 1);
        long limit = after == null ? sequence + 1 : after;
        boolean goesOn = before != null && before.getValue() == sequence;
        ranges.put(goesOn ? before.getKey() : sequence, limit);
    }

    /** The ranges. */
    List<Range> ascending() {
        List<Range> list = new ArrayList<>(ranges.size());
        ranges.forEach((first, limit) -> list.add(new Range(first, limit)));
        return list;
    }
}
