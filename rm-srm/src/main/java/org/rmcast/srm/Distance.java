package org.rmcast.srm;

/**
 * How far one other member is, in time: half a round trip of session messages.
 *
 * <p>Source: the session messages of SRM. Both sides stamp theirs, and show each other the last stamp heard and for how long it was held:
 * d = ((now − stamp) − held)/2, in which the offset of the clocks cancels. Further ones count by a quarter, but one that is nearer
 * than ever counts at once: what is longer waited in a queue or for a processor. Not thread safe.
 */
final class Distance {
    private static final int WEIGHT = 4;

    private long nanos = -1;

    /** Whether it was measured. */
    boolean isKnown() {
        return nanos >= 0;
    }

    /** The distance in nanoseconds; -1 while it is not known. */
    long nanos() {
        return nanos;
    }

    /**
     * A stamp came back.
     *
     * @param ageNanos since it was sent, 0 or more
     * @param heldNanos how long the other one says that it had it, 0 or more
     */
    void onEcho(long ageNanos, long heldNanos) {
        // Clocks differ in speed, and who lies may be as near as it likes: not nearer than here.
        long measured = Math.max(0, ageNanos - heldNanos) / 2;
        nanos = nanos < 0 || measured < nanos ? measured : nanos + (measured - nanos) / WEIGHT;
    }
}
