package org.rmcast.pbcast;

import org.jspecify.annotations.Nullable;

/**
 * Remembers how far something was at the end of each of the last rounds: a long for each round at most, and next to nothing while
 * nothing moves.
 */
final class RoundMarks {
    private static final int FIRST_CAPACITY = 2;

    private final int rounds;
    /** How many rounds have ended. */
    private long round;

    private long last;
    /** How many of the last rounds have ended where the one before had. */
    private int still;

    /** While little moves: where it was from the end of which round on, until the next. The first holds before, too. A ring. */
    private long[] positions = new long[FIRST_CAPACITY];

    private long[] since = new long[FIRST_CAPACITY];
    private int first;
    private int count;
    /** Once that would take more room: where it was at the end of each round. */
    private long @Nullable [] all;

    /**
     * @param rounds how many rounds back it remembers
     * @param start what it says of the time before
     */
    RoundMarks(int rounds, long start) {
        this.rounds = rounds;
        this.last = start;
        add(start);
    }

    /** A round ends here; returns how far it was that many rounds ago. */
    long mark(long position) {
        return mark(position, rounds);
    }

    /** A round ends here; returns how far it was so many rounds ago, 1 to as many as are remembered. */
    long mark(long position, int roundsAgo) {
        long then = at(round - roundsAgo);
        still = position == last ? Math.min(still + 1, rounds) : 0;
        last = position;
        if (still == rounds) {
            rememberOne();
        } else if (all != null) {
            all[indexOf(round)] = position;
        } else if (still == 0) {
            add(position);
        }
        round++;
        return then;
    }

    /** Whether it was where it is for as long as is remembered: further rounds that end there change nothing. */
    boolean isStill() {
        return still == rounds;
    }

    private long at(long asked) {
        if (all != null) {
            return all[indexOf(asked)];
        }
        int index = 0;
        while (index + 1 < count && since[slot(index + 1)] <= asked) {
            index++;
        }
        return positions[slot(index)];
    }

    private void rememberOne() {
        if (positions.length != FIRST_CAPACITY) {
            positions = new long[FIRST_CAPACITY];
            since = new long[FIRST_CAPACITY];
            all = null;
        }
        count = 0;
        first = 0;
        add(last);
    }

    private void add(long position) {
        while (count > 1 && since[slot(1)] <= round - rounds) {
            first = slot(1);
            count--;
        }
        if (count == positions.length && 4 * count > rounds) {
            rememberAll();
            return;
        }
        if (count == positions.length) {
            grow();
        }
        int slot = slot(count++);
        positions[slot] = position;
        since[slot] = round;
    }

    /** From here on, this round included. */
    private void rememberAll() {
        long[] ofEach = new long[rounds];
        for (long asked = round - rounds + 1; asked < round; asked++) {
            ofEach[indexOf(asked)] = at(asked);
        }
        ofEach[indexOf(round)] = last;
        all = ofEach;
        positions = new long[0];
        since = positions;
    }

    private void grow() {
        int capacity = 2 * count;
        long[] biggerPositions = new long[capacity];
        long[] biggerSince = new long[capacity];
        for (int index = 0; index < count; index++) {
            biggerPositions[index] = positions[slot(index)];
            biggerSince[index] = since[slot(index)];
        }
        positions = biggerPositions;
        since = biggerSince;
        first = 0;
    }

    private int slot(int index) {
        return (first + index) % positions.length;
    }

    private int indexOf(long asked) {
        return (int) Math.floorMod(asked, (long) rounds);
    }
}
