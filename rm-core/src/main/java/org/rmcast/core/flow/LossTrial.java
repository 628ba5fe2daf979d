package org.rmcast.core.flow;

import java.util.BitSet;

/**
 * Finds out whether loss depends on the rate. Some hundred packets in a row are looked at together: which share of them was asked for, once
 * there was time to ask. Where that share is larger than it usually is, the rate is cut for a trial: if less is asked for then, the network or
 * a receiver was overrun; if not, the packets are lost anyway, the rate comes back, and so much is usual from now on.
 *
 * <p>The rule is ours. TCP takes each loss for congestion, so that one percent of loss on a radio link costs most of the rate; a
 * sender to many receivers of which each loses its own packets could send nothing. Not thread safe.
 */
final class LossTrial {
    /** What to do with the rate. */
    enum Verdict {
        /** Too little is known yet. */
        WAIT,
        /** No more is lost than usual. */
        RAISE,
        CUT,
        /** The cut was in vain: the rate may be again what it was before. */
        RESTORE
    }

    private static final int LEAST_PACKETS = 128;
    private static final int MOST_PACKETS = 1_024;
    private static final long PERIOD_NANOS = 20_000_000L;
    private static final double MORE = 1.25;
    private static final double MORE_AT_LEAST = 0.05;
    private static final double HELPED = 0.8;
    private static final long FIRST_WAIT_NANOS = 10_000_000L;
    private static final long LEAST_WAIT_NANOS = 2_000_000L;
    private static final long MOST_WAIT_NANOS = 1_000_000_000L;
    private static final int SMOOTHING = 8;

    private final long[] sentNanos = new long[MOST_PACKETS];
    private final BitSet asked = new BitSet(MOST_PACKETS);
    private int packets = LEAST_PACKETS;
    /** The number of the first packet that is looked at. */
    private long first;
    /** How long after a packet it is asked for, smoothed. */
    private long waitNanos = FIRST_WAIT_NANOS;

    private double usual;
    /** What was asked for before the rate was cut, negative if it was not. */
    private double before = -1;

    /** What the rate was while the packets left that were looked at last, packets per nanosecond. */
    private double packetsPerNano;

    /** A packet left. */
    void onSent(long number, long nowNanos) {
        long place = number - first;
        if (place >= 0 && place < packets) {
            sentNanos[(int) place] = nowNanos;
        }
    }

    /** A packet is asked for that was sent. */
    void onRequest(long number, long nowNanos) {
        long place = number - first;
        if (place < 0 || place >= packets || asked.get((int) place)) {
            return;
        }
        asked.set((int) place);
        waitNanos += (nowNanos - sentNanos[(int) place] - waitNanos) / SMOOTHING;
    }

    /** What follows from the packets looked at, if they were asked for by now; then others are looked at. */
    Verdict decide(long nextNumber, long nowNanos) {
        if (nextNumber - first < packets) {
            return Verdict.WAIT;
        }
        long settled = Math.max(LEAST_WAIT_NANOS, Math.min(MOST_WAIT_NANOS, 2 * waitNanos));
        if (nowNanos - sentNanos[packets - 1] < settled) {
            return Verdict.WAIT;
        }
        Verdict verdict = judge((double) asked.cardinality() / packets);
        long took = Math.max(1, sentNanos[packets - 1] - sentNanos[0]);
        packetsPerNano = (double) (packets - 1) / took;
        begin(nextNumber, (int) Math.max(LEAST_PACKETS, Math.min(MOST_PACKETS, packetsPerNano * PERIOD_NANOS)));
        return verdict;
    }

    /** Looks at other packets; what was seen so far says nothing. */
    void begin(long nextNumber) {
        before = -1;
        begin(nextNumber, packets);
    }

    private void begin(long nextNumber, int count) {
        first = nextNumber;
        packets = count;
        asked.clear();
    }

    /** How fast the packets left that were looked at last, packets a nanosecond. */
    double packetsPerNano() {
        return packetsPerNano;
    }

    private Verdict judge(double share) {
        if (before >= 0 && share > HELPED * before) {
            usual = share;
            before = -1;
            return Verdict.RESTORE;
        }
        if (share > Math.max(MORE * usual, usual + MORE_AT_LEAST)) {
            before = share;
            return Verdict.CUT;
        }
        usual = Math.min(usual, share);
        before = -1;
        return Verdict.RAISE;
    }
}
