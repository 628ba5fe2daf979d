package org.rmcast.srm;

import java.util.random.RandomGenerator;

/**
 * The stamps of this member's session messages, a {@link StampChain}: nobody can know one before it has left, so who shows one back has
 * heard it, and who shows the next one is this member. Not thread safe.
 */
final class OwnStamps {
    /** So many are remembered: those of half a minute at four a second. */
    static final int MOST = 128;

    private final StampChain maker;
    private final RandomGenerator secrets;
    private final long[] sent = new long[MOST];
    private final long[] sentNanos = new long[MOST];
    private long[] chain = {};
    private int count;

    /** @param secrets nobody else may be able to predict it */
    OwnStamps(StampChain maker, RandomGenerator secrets) {
        this.maker = maker;
        this.secrets = secrets;
    }

    /**
     * The stamp of a message that leaves now.
     *
     * @param number of the message, one more than that of the one before
     */
    long next(int number, long nowNanos) {
        int index = StampChain.index(number);
        if (count == 0 || index == 0) {
            chain = maker.stamps(secrets.nextLong());
        }
        long stamp = chain[index];
        sent[count % MOST] = stamp;
        sentNanos[count % MOST] = nowNanos;
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
                return nowNanos - sentNanos[i];
            }
        }
        return -1;
    }
}
