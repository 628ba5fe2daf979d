package org.rmcast.lab.member;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Bytes in each tenth of a second, of at most {@value #MOST} of them. Not thread safe. */
final class ByteSeries {
    private static final long TENTH_NANOS = 100_000_000L;
    private static final int MOST = 36_000;

    private long[] bytes = new long[64];
    private int count;

    void clear() {
        Arrays.fill(bytes, 0);
        count = 0;
    }

    /** Something came so long after the first; what comes after the last tenth is not counted. */
    void add(long afterNanos, int more) {
        int index = (int) Math.min(MOST, Math.max(0, afterNanos) / TENTH_NANOS);
        if (index == MOST) {
            return;
        }
        if (index >= bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(MOST, Math.max(index + 1, 2 * bytes.length)));
        }
        bytes[index] += more;
        count = Math.max(count, index + 1);
    }

    List<Long> tenths() {
        List<Long> tenths = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            tenths.add(bytes[i]);
        }
        return tenths;
    }
}
