package org.rmcast.pbcast;

/**
 * Remembers how far something was at the end of each of the last rounds. Only rounds in which it moved take room, so that a stream
 * at which nothing happens costs next to nothing.
 */
final class RoundMarks {
    /** Most bytes of each round that is remembered. */
    static final int BYTES = Long.BYTES + Integer.BYTES;

    private static final int FIRST_CAPACITY = 2;

    private final int rounds;
    /** Where it was from the end of which round on, until the next; a ring. The first holds for all the time before, too. */
    private long[] positions = new long[FIRST_CAPACITY];

    private int[] since = new int[FIRST_CAPACITY];
    private int first;
    private int count = 1;
    /** The round that ends next; it may wrap around. */
    private int round;

    /**
     * @param rounds how many rounds back it remembers
     * @param start what it says of the time before
     */
    RoundMarks(int rounds, long start) {
        this.rounds = rounds;
        this.positions[0] = start;
    }

    /** A round ends here; returns how far it was that many rounds ago. */
    long mark(long position) {
        return mark(position, rounds);
    }

    /** A round ends here; returns how far it was so many rounds ago, 1 to as many as are remembered. */
    long mark(long position, int roundsAgo) {
        long then = positionAt(round - roundsAgo);
        if (position != positions[slot(count - 1)]) {
            add(position);
        }
        round++;
        while (count > 1 && isBy(1, round - rounds)) {
            first = slot(1);
            count--;
        }
        return then;
    }

    private long positionAt(int asked) {
        int index = 0;
        while (index + 1 < count && isBy(index + 1, asked)) {
            index++;
        }
        return positions[slot(index)];
    }

    /** Whether it was there by the end of that round. */
    private boolean isBy(int index, int asked) {
        return since[slot(index)] - asked <= 0;
    }

    private void add(long position) {
        if (count == positions.length) {
            grow();
        }
        int slot = slot(count++);
        positions[slot] = position;
        since[slot] = round;
    }

    private void grow() {
        int capacity = Math.min(2 * count, rounds + 1);
        long[] biggerPositions = new long[capacity];
        int[] biggerSince = new int[capacity];
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
}
