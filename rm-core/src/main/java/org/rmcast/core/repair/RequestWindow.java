package org.rmcast.core.repair;

import org.rmcast.core.flow.QueueingDelay;

/**
 * How many packets one member may have asked for and not got yet: about as many as the way to it takes, found as TCP finds it. Who misses
 * thousands of packets would else be sent all of them at once, and most would be lost where its link is slow.
 *
 * <p>Doubles each time that as many as the window have come while it was what held requests back, until what comes has waited in
 * a queue for clearly longer than the way takes; then it grows by an eighth, and not while there is such a queue. Shrinks to the
 * share that came where more than a quarter of a window did not come in time <i>and</i> what came had waited, or where nothing
 * came at all. Losses without delay are taken for what the network loses anyway.
 *
 * <p>Sources: slow start and multiplicative decrease, RFC 5681; delay as the sign of a queue, {@link QueueingDelay}. Not thread safe.
 */
public final class RequestWindow {
    private static final double TOLERATED_LOSS = 0.25;
    private static final double GROWTH = 0.125;
    /** A queue that is shorter than this, or than the way itself, does not keep the window from growing. */
    private static final long SHORT_QUEUE_NANOS = 5_000_000L;

    private final int min;
    private final int max;
    private double packets;
    private boolean doubling = true;
    private boolean limited;
    private int outstanding;
    private int came;
    private int lost;
    /** Of those that came and of which it is known: how much longer they took than the shortest from there, and how long that is. */
    private long waitedNanos;

    private long shortestNanos;
    private int timed;

    /**
     * Makes a window.
     *
     * @param min the least that it shrinks to, 1 or more
     * @param start what it begins with, at least the least
     * @param max the most, at least the start
     * @throws IllegalArgumentException if the values are not in this order
     */
    public RequestWindow(int min, int start, int max) {
        if (min < 1 || start < min || max < start) {
            throw new IllegalArgumentException("min must be 1 or more, start at least that, max at least start; were "
                    + min + ", " + start + ", " + max);
        }
        this.min = min;
        this.max = max;
        this.packets = start;
    }

    /** How many packets may be asked for now. */
    public int room() {
        return Math.max(0, (int) packets - outstanding);
    }

    /** A packet is asked for. */
    public void asked() {
        outstanding++;
        limited |= outstanding >= (int) packets;
    }

    /**
     * What was asked for has come, as a repair.
     *
     * @param roundTripNanos how long after it was asked for; negative if nobody can tell, since it was asked for more than once
     * @param leastNanos the shortest round trip to who was asked, at most this one: a member that is far away is no queue
     */
    public void came(long roundTripNanos, long leastNanos) {
        outstanding--;
        came++;
        if (roundTripNanos >= 0) {
            waitedNanos += roundTripNanos - leastNanos;
            shortestNanos += leastNanos;
            timed++;
        }
        judge();
    }

    /** What was asked for did not come in time. */
    public void lost() {
        outstanding--;
        lost++;
        judge();
    }

    /** What was asked for is no longer wanted, or came by itself: says nothing about the way. */
    public void settled() {
        outstanding--;
    }

    /** How many packets were asked for, and nothing is known of them yet. */
    public int outstanding() {
        return outstanding;
    }

    /** How many may be. */
    public int packets() {
        return (int) packets;
    }

    private void judge() {
        int finished = came + lost;
        if (finished < (int) packets) {
            return;
        }
        boolean muchIsLost = lost > finished * TOLERATED_LOSS;
        long mean = timed == 0 ? 0 : waitedNanos / timed;
        long shortest = timed == 0 ? 0 : shortestNanos / timed;
        boolean waited = mean > Math.max(SHORT_QUEUE_NANOS, shortest);
        doubling &= !waited;
        if (muchIsLost && (came == 0 || QueueingDelay.isClearly(mean, shortest))) {
            doubling = false;
            packets = Math.max(min, packets * came / finished);
        } else if (limited && !waited) {
            packets = Math.min(max, doubling ? 2 * packets : packets + Math.max(1, packets * GROWTH));
        }
        limited = false;
        came = 0;
        lost = 0;
        waitedNanos = 0;
        shortestNanos = 0;
        timed = 0;
    }
}
