package org.rmcast.pbcast;

/**
 * Sums of how far streams are, by which two members find out that they know the same without naming it: each stream adds a hash of
 * its sender and its limit to one of 16 sums. A sum of equal streams is equal in whatever order they came; unequal ones are
 * equal by chance once in four thousand million times. Not thread safe.
 */
final class StreamSums {
    private static final int COUNT = 16;

    private final int[] sums = new int[COUNT];

    /** A stream has got from one limit to another; 0 stands for none. */
    void replace(long id, long before, long now) {
        if (before != now) {
            sums[bucket(id, COUNT)] += hash(id, now) - hash(id, before);
        }
    }

    /** Those sums, folded into so many: 1, 2, 4, 8 or 16. */
    int[] folded(int count) {
        int[] folded = new int[count];
        for (int i = 0; i < COUNT; i++) {
            folded[i & (count - 1)] += sums[i];
        }
        return folded;
    }

    /** Which of so many sums a stream is in. */
    static int bucket(long id, int count) {
        return (int) (mix(id) >>> 32) & (count - 1);
    }

    /** What a stream adds to its sum. */
    static int hash(long id, long limit) {
        return limit == 0 ? 0 : (int) mix(mix(id) ^ limit);
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
