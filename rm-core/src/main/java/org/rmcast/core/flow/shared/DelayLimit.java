package org.rmcast.core.flow.shared;

/**
 * Keeps the queue before the bottleneck short, as long as that depends on this sender: ends slow start before the queue overflows, and
 * holds the rate near that of the bottleneck without losses.
 *
 * <p>When packets wait, the bottleneck is full, and the most that was received of late is its rate C: a sender that was held up makes a queue, too, when it sends at once what it owes. The rate is lowered until the queue is nearly empty, then
 * set to 0.95 C, and grows by a packet per round trip from there. A queue that does not empty is filled by others, who look
 * for losses only: then the delay says nothing, and losses alone decide, until the queue is seen nearly empty again.
 *
 * <p>Sources: HyStart++ (RFC 9406), section 4.2, for the threshold; draining at the measured rate: Cardwell et al., "BBR:
 * Congestion-Based Congestion Control", ACM Queue 14(5), 2016, as is the maximum of ten round trips; to compete when the queue does not empty within five round
 * trips: Arun and Balakrishnan, "Copa: Practical Delay-Based Congestion Control for the Internet", NSDI 2018, section 2.2. The shares are ours.
 * Not thread safe.
 */
final class DelayLimit {
    private static final long LEAST_THRESHOLD_NANOS = 2_000_000L;
    private static final long MOST_THRESHOLD_NANOS = 16_000_000L;
    private static final double HOLD = 0.95;
    private static final double MOST_DRAIN = 0.5;
    private static final double USED = 0.8;
    private static final int ROUND_TRIPS_TO_EMPTY = 5;
    private static final int ROUND_TRIPS_REMEMBERED = 10;

    enum State {
        /** No queue was seen yet. */
        STARTING,
        /** The queue is to become empty. */
        DRAINING,
        /** The rate is near that of the bottleneck. */
        HOLDING,
        /** The queue is filled by others. */
        COMPETING
    }

    private State state = State.STARTING;
    private double bottleneck;
    private double limit = Double.POSITIVE_INFINITY;
    private long waitedNanos;
    private long mostWaitedNanos;
    private long drainUntilNanos;
    private long settledNanos;
    private boolean settled = true;
    private long grownNanos;
    /** The most that came of late, and in the time before. */
    private double most;

    private double mostBefore;
    private long mostBeganNanos;

    /**
     * A packet came.
     *
     * @param waitingNanos how long packets wait in the queue now
     * @param roundTripNanos without that
     * @param delayNanos after which a change of the limit is heard at the sender, besides the round trip
     */
    void onPacket(
            long waitingNanos,
            double receiveRate,
            double packetBytes,
            long roundTripNanos,
            long delayNanos,
            long nowNanos) {
        long threshold = threshold(roundTripNanos);
        long effectNanos = roundTripNanos + waitingNanos + delayNanos;
        noteRate(receiveRate, effectNanos, nowNanos);
        switch (state) {
            case STARTING -> {
                if (waitingNanos > threshold && receiveRate > 0) {
                    drain(waitingNanos, receiveRate, effectNanos, nowNanos);
                }
            }
            case HOLDING -> {
                if (waitingNanos > threshold && isSettled(nowNanos)) {
                    drain(waitingNanos, receiveRate, effectNanos, nowNanos);
                } else {
                    grow(receiveRate, packetBytes, Math.max(delayNanos, roundTripNanos + waitingNanos), nowNanos);
                }
            }
            case DRAINING -> onDraining(waitingNanos, receiveRate, roundTripNanos, effectNanos, nowNanos);
            case COMPETING -> {
                mostWaitedNanos = Math.max(mostWaitedNanos, waitingNanos);
                if (waitingNanos < nearlyEmpty(mostWaitedNanos, threshold)) {
                    hold(receiveRate, effectNanos, nowNanos);
                }
            }
        }
    }

    private void onDraining(
            long waitingNanos, double receiveRate, long roundTripNanos, long effectNanos, long nowNanos) {
        if (waitingNanos < nearlyEmpty(waitedNanos, threshold(roundTripNanos))) {
            hold(HOLD * bottleneck, effectNanos, nowNanos);
            return;
        }
        // Packets wait all the time: over a long way most of what was measured when they began to had come before.
        bottleneck = Math.max(bottleneck, receiveRate);
        if (nowNanos - drainUntilNanos >= 0) {
            state = State.COMPETING;
            limit = Double.POSITIVE_INFINITY;
            mostWaitedNanos = waitingNanos;
        } else if (isSettled(nowNanos)) {
            lower(waitingNanos, effectNanos);
            settle(effectNanos, nowNanos);
        }
    }

    /** A sender that was held up, or has just begun, fills the bottleneck for a moment only. */
    private void noteRate(double receiveRate, long effectNanos, long nowNanos) {
        boolean first = most == 0 && mostBefore == 0;
        if (first || nowNanos - mostBeganNanos >= ROUND_TRIPS_REMEMBERED / 2 * effectNanos) {
            mostBefore = most;
            most = 0;
            mostBeganNanos = nowNanos;
        }
        most = Math.max(most, receiveRate);
    }

    private void drain(long waitingNanos, double receiveRate, long effectNanos, long nowNanos) {
        state = State.DRAINING;
        bottleneck = Math.max(receiveRate, Math.max(most, mostBefore));
        waitedNanos = waitingNanos;
        drainUntilNanos = nowNanos + ROUND_TRIPS_TO_EMPTY * effectNanos;
        lower(waitingNanos, effectNanos);
        settle(effectNanos, nowNanos);
    }

    /** What waits is to leave before that shows. */
    private void lower(long waitingNanos, long effectNanos) {
        double share = (double) waitingNanos / effectNanos;
        limit = bottleneck * (HOLD - Math.min(MOST_DRAIN, share));
    }

    private void hold(double rate, long effectNanos, long nowNanos) {
        state = State.HOLDING;
        limit = rate;
        grownNanos = nowNanos;
        settle(effectNanos, nowNanos);
    }

    private void grow(double receiveRate, double packetBytes, long roundTripNanos, long nowNanos) {
        long elapsed = nowNanos - grownNanos;
        if (elapsed < roundTripNanos) {
            return;
        }
        grownNanos = nowNanos;
        if (receiveRate >= USED * limit) {
            limit += packetBytes * 1e9 / roundTripNanos * Math.min(2, (double) elapsed / roundTripNanos);
        }
    }

    private void settle(long effectNanos, long nowNanos) {
        settled = false;
        settledNanos = nowNanos + effectNanos;
    }

    /** Whether what comes was sent after the limit was changed last. */
    private boolean isSettled(long nowNanos) {
        settled |= nowNanos - settledNanos >= 0;
        return settled;
    }

    private static long threshold(long roundTripNanos) {
        return Math.max(LEAST_THRESHOLD_NANOS, Math.min(MOST_THRESHOLD_NANOS, roundTripNanos / 8));
    }

    private static long nearlyEmpty(long mostNanos, long threshold) {
        return Math.max(mostNanos / 10, threshold / 4);
    }

    /** What came when packets waited: the rate of the bottleneck, or this stream's part of it. */
    double bottleneck() {
        return bottleneck;
    }

    State state() {
        return state;
    }

    /** The rate in bytes/s, infinite where the delay does not bound it. */
    double bytesPerSecond() {
        return limit;
    }
}
