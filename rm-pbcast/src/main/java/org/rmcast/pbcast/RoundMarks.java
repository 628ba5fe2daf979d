package org.rmcast.pbcast;

import java.util.Arrays;

/** Remembers how far something was at the end of each of the last rounds. */
final class RoundMarks {
    private final long[] marks;
    private int round;

    /**
     * @param rounds how many rounds back it remembers
     * @param first what it says of the time before
     */
    RoundMarks(int rounds, long first) {
        marks = new long[rounds];
        Arrays.fill(marks, first);
    }

    /** A round ends here; returns how far it was that many rounds ago. */
    long mark(long position) {
        return mark(position, marks.length);
    }

    /** A round ends here; returns how far it was so many rounds ago, 1 to as many as are remembered. */
    long mark(long position, int roundsAgo) {
        long then = marks[Math.floorMod(round - roundsAgo, marks.length)];
        marks[round] = position;
        round = (round + 1) % marks.length;
        return then;
    }
}
