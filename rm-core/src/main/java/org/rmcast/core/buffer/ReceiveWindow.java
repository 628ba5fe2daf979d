package org.rmcast.core.buffer;

/**
 * Which packets of one sequence have arrived: removes duplicates, knows the gaps, bounded. Not thread safe.
 *
 * <p>Tracks {@code [next, next + capacity)}, where {@code next} is the lowest sequence that has not arrived.
 */
public final class ReceiveWindow {
    private final int capacity;
    private long[] bits;
    private long next;
    private long limit;
    private int held;

    /**
     * @param next the first sequence that is wanted
     * @param capacity how far ahead of {@link #next()} packets are taken, 1 to 2^30
     */
    public ReceiveWindow(long next, int capacity) {
        if (capacity < 1 || capacity > 1 << 30) {
            throw new IllegalArgumentException("capacity must be 1 to 2^30, was " + capacity);
        }
        this.capacity = capacity;
        this.bits = new long[Math.max(1, Math.min(1024, Integer.highestOneBit(capacity)) / 64)];
        this.next = next;
        this.limit = next;
    }

    /** The lowest sequence that has not arrived: everything below has, or was given up. */
    public long next() {
        return next;
    }

    /** The sequence after the highest that arrived or is known to exist. */
    public long limit() {
        return limit;
    }

    /** How many sequences between {@link #next()} and {@link #limit()} are missing. */
    public long missing() {
        return limit - next - held;
    }

    /** Whether a packet would be new. */
    public boolean isWanted(long sequence) {
        return sequence >= next && sequence - next < capacity && !isSet(sequence);
    }

    /**
     * Marks a packet as arrived.
     *
     * @return whether it is new and within the window
     */
    public boolean add(long sequence) {
        if (!isWanted(sequence)) {
            return false;
        }
        if (sequence == next && held == 0) {
            next++;
            limit = Math.max(limit, next);
            return true;
        }
        ensure(sequence);
        bits[word(sequence)] |= 1L << sequence;
        held++;
        limit = Math.max(limit, sequence + 1);
        advance();
        return true;
    }

    /** Learns that all sequences below {@code end} exist: those that have not come are missing. */
    public void expect(long end) {
        long bounded = Math.min(end, next + capacity);
        if (bounded > limit) {
            limit = bounded;
        }
    }

    /** Learns that there is nothing from a sequence on, but for what has arrived: that is not missing any more. */
    public void expectNothingFrom(long start) {
        while (limit > next && limit > start && !isSet(limit - 1)) {
            limit--;
        }
    }

    /**
     * Gives up what has not arrived below {@code end}.
     *
     * @return how many those are
     */
    public long giveUpBelow(long end) {
        long givenUp = 0;
        while (next < end && held > 0) {
            if (isSet(next)) {
                clear(next);
            } else {
                givenUp++;
            }
            next++;
        }
        givenUp += Math.max(0, end - next);
        next = Math.max(next, end);
        limit = Math.max(limit, next);
        advance();
        return givenUp;
    }

    /** Whether a sequence has arrived (or was given up). */
    public boolean has(long sequence) {
        return sequence < next || isSet(sequence);
    }

    private void advance() {
        while (held > 0 && isSet(next)) {
            clear(next);
            next++;
        }
    }

    private void clear(long sequence) {
        bits[word(sequence)] &= ~(1L << sequence);
        held--;
    }

    private boolean isSet(long sequence) {
        return sequence >= next
                && (sequence >>> 6) - (next >>> 6) < bits.length
                && (bits[word(sequence)] & 1L << sequence) != 0;
    }

    private int word(long sequence) {
        return (int) ((sequence >>> 6) % bits.length);
    }

    /** Makes the ring hold everything from next to the sequence; a word is never shared by both ends. */
    private void ensure(long sequence) {
        int needed = (int) ((sequence >>> 6) - (next >>> 6) + 1);
        if (needed <= bits.length) {
            return;
        }
        long[] old = bits;
        bits = new long[Math.max(needed, old.length * 2)];
        for (long word = next >>> 6; word <= (limit - 1) >>> 6 && word - (next >>> 6) < old.length; word++) {
            bits[(int) (word % bits.length)] = old[(int) (word % old.length)];
        }
    }
}
