package org.rmcast.srm;

import java.util.random.RandomGenerator;

/**
 * The stamps of this member's session messages: the time when each was sent, moved by an amount that nobody knows, so that the first
 * one that a member shows back was heard and not made up. Not thread safe.
 */
final class OwnStamps {
    /** So many are remembered: those of half a minute at four a second. */
    static final int MOST = 128;

    private final long offsetNanos;
    private final long[] sent = new long[MOST];
    private int count;

    /** @param secrets nobody else may be able to predict it */
    OwnStamps(RandomGenerator secrets) {
        offsetNanos = secrets.nextLong();
    }

    /** The stamp of a message that leaves now. */
    long next(long nowNanos) {
        long stamp = nowNanos + offsetNanos;
        sent[count % MOST] = stamp;
        count++;
        return stamp;
    }

    /**
     * When the message with this stamp left.
     *
     * @return nanoseconds before now, -1 if it was none, or too long ago
     */
    long ageNanos(long stamp, long nowNanos) {
        int known = Math.min(count, MOST);
        for (int i = 0; i < known; i++) {
            if (sent[i] == stamp) {
                return nowNanos + offsetNanos - stamp;
            }
        }
        return -1;
    }
}
