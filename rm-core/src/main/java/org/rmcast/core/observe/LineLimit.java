package org.rmcast.core.observe;

/** So many lines in a period, and how many more there would have been. One thread at a time. */
final class LineLimit {
    private final int linesPerPeriod;
    private final long periodNanos;
    private long periodStartNanos;
    private int lines;
    private long suppressed;
    private long leftOut;

    LineLimit(int linesPerPeriod, long periodNanos) {
        this.linesPerPeriod = linesPerPeriod;
        this.periodNanos = periodNanos;
    }

    /** Whether one more line may be written. */
    boolean allows(long nowNanos) {
        if (lines == 0 || nowNanos - periodStartNanos > periodNanos) {
            periodStartNanos = nowNanos;
            lines = 0;
            leftOut = suppressed;
            suppressed = 0;
        }
        boolean allowed = lines < linesPerPeriod;
        lines += allowed ? 1 : 0;
        suppressed += allowed ? 0 : 1;
        return allowed;
    }

    /** How many lines the periods before have left out, to be told once; 0 if that was told. */
    long takeLeftOut() {
        long taken = leftOut;
        leftOut = 0;
        return taken;
    }
}
