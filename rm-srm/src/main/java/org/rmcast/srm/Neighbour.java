package org.rmcast.srm;

/** What a member knows of another one by its session messages. Not thread safe. */
final class Neighbour {
    private static final int STAMPS = 8;

    final long id;
    final Distance distance = new Distance();
    /** The last stamps of it, for those that show them. */
    private final long[] stamps = new long[STAMPS];
    /** When each was heard. */
    private final long[] stampedNanos = new long[STAMPS];

    private int heard;
    private int lastNumber;
    private long heardNanos;
    /** The narrowest rung in which it was heard. */
    int rung;
    /** Its last stamp was not shown back to it yet. */
    boolean isFresh;

    Neighbour(long id, int widest) {
        this.id = id;
        this.rung = widest;
    }

    /**
     * A session message of it.
     *
     * @return false if it is not newer than the last one
     */
    boolean onSession(int number, long stamp, long nowNanos) {
        if (heard > 0 && number - lastNumber <= 0) {
            return false;
        }
        lastNumber = number;
        heardNanos = nowNanos;
        stamps[heard % STAMPS] = stamp;
        stampedNanos[heard % STAMPS] = nowNanos;
        heard++;
        return true;
    }

    /** How long ago a stamp was heard, if it is one of the last; else {@code -1}. */
    long ageNanos(long stamp, long nowNanos) {
        for (int i = 0; i < Math.min(heard, STAMPS); i++) {
            if (stamps[i] == stamp) {
                return nowNanos - stampedNanos[i];
            }
        }
        return -1;
    }

    /** Its last stamp. */
    long lastStamp() {
        return stamps[(heard - 1) % STAMPS];
    }

    /** When that was heard. */
    long heardNanos() {
        return heardNanos;
    }

    /** Whether any was. */
    boolean isStamped() {
        return heard > 0;
    }
}
