package org.rmcast.tram;

/**
 * When a head says hello to the group, and when to each of its members alone. Its members are to hear of it each hello interval; all
 * others, who look for heads or count them, have time: what all heads together say to the group is a few hellos in each interval,
 * however many they are.
 *
 * <p>Source: RTCP (RFC 3550, section 6.3) for an interval that grows with the number of those who speak, and is looked at anew when it is over.
 */
final class HelloPace {
    /** Where there are no more others, all hellos go to the group. */
    private static final int FEW_HEADS = 2;

    /** Of intervals, for each head more. */
    private static final int INTERVALS_PER_HEAD = 2;

    /** A head with more members says hello to all at once. */
    private static final int MOST_ALONE = 128;

    private final TramConfig config;
    private long toGroupNanos;

    HelloPace(TramConfig config) {
        this.config = config;
    }

    /** The node becomes a head. */
    void begin(long nowNanos) {
        toGroupNanos = nowNanos;
    }

    /** Between two hellos to the group of one head, the shortest time; with {@code otherHeads} in reach. */
    static long intervalNanos(TramConfig config, int otherHeads) {
        // Where a silent side is not probed, as in JRMS, hellos to the group are all that there is.
        boolean few = otherHeads <= FEW_HEADS || config.probeIntervalNanos == 0;
        return few ? 0 : config.helloIntervalNanos * INTERVALS_PER_HEAD * (otherHeads - FEW_HEADS);
    }

    /** Whether the hello that is due goes to the group. */
    boolean isForGroup(int otherHeads, int members, long nowNanos) {
        boolean due = members > MOST_ALONE || nowNanos - toGroupNanos >= intervalNanos(config, otherHeads);
        if (due) {
            toGroupNanos = nowNanos;
        }
        return due;
    }
}
