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
        int slot = round++ % marks.length;
        round = round == marks.length ? 0 : round;
        long then = marks[slot];
        marks[slot] = position;
        return then;
    }
}
