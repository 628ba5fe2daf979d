package org.rmcast.core.buffer;

import java.util.ArrayDeque;

/**
 * How old the packets of a sequence are, to about a sixteenth of the age that matters: which are older than that can be released. Keeps
 * marks instead of a time for each packet, so it costs the same whatever the rate. Not thread safe.
 */
public final class AgeMarks {
    private static final int MARKS = 16;

    private final long ageNanos;
    private final long intervalNanos;
    private final ArrayDeque<Mark> marks = new ArrayDeque<>();
    private long agedBelow;

    /** Everything below the limit was there at this time. */
    private record Mark(long limit, long atNanos) {}

    /**
     * @param ageNanos the age that matters, positive
     * @param first the first sequence
     * @throws IllegalArgumentException if the age is not positive
     */
    public AgeMarks(long ageNanos, long first) {
        if (ageNanos < 1) {
            throw new IllegalArgumentException("ageNanos must be positive, was " + ageNanos);
        }
        this.ageNanos = ageNanos;
        this.intervalNanos = Math.max(1, ageNanos / MARKS);
        this.agedBelow = first;
    }

    /** The sequence has come as far as this; to be called with each packet, or now and then. */
    public void mark(long limit, long nowNanos) {
        Mark last = marks.peekLast();
        boolean news = last == null ? limit > agedBelow : limit > last.limit;
        if (news && (last == null || nowNanos - last.atNanos >= intervalNanos)) {
            marks.add(new Mark(limit, nowNanos));
        }
    }

    /** Everything below is older than the age, up to a sixteenth more; never falls. */
    public long agedBelow(long nowNanos) {
        for (Mark oldest = marks.peekFirst();
                oldest != null && nowNanos - oldest.atNanos >= ageNanos;
                oldest = marks.peekFirst()) {
            agedBelow = oldest.limit;
            marks.removeFirst();
        }
        return agedBelow;
    }
}
