package org.rmcast.core.repair;

import org.rmcast.core.flow.QueueingDelay;

/**
 * How many packets one member may have asked for and not got yet: about as many as the way to it takes, found as TCP finds it. Who misses
 * thousands of packets would else be sent all of them at once, and most would be lost where its link is slow.
 *
 * <p>Doubles each time that as many as the window have come while it was what held requests back, until what comes has waited in
 * a queue for clearly longer than the way takes; then it grows by an eighth, and not while there is such a queue. Shrinks to the
 * share that came where more than a quarter of a window, and of a hundred packets or so, did not come in time <i>and</i> what came
 * had waited, or where nothing came at all. Losses without delay are taken for what the network loses anyway; and a lost datagram
 * that asked for a whole small window says no more than that one was lost.
 *
 * <p>Sources: slow start and multiplicative decrease, RFC 5681; delay as the sign of a queue, {@link QueueingDelay}. Not thread safe.
 */
public final class RequestWindow {
    private static final double TOLERATED_LOSS = 0.25;
    private static final double GROWTH = 0.125;
    /** Of fewer packets, which one or two datagrams ask for, no share is known. */
    private static final int LEAST_JUDGED = 256;
    /** A window of so many tells of itself. */
    private static final int ENOUGH = 128;

    private final long shortQueueNanos;
    private final int min;
    private final int max;
    private double packets;
    private boolean doubling = true;
    private boolean limited;
    private int outstanding;
    /** Since the window was last judged for growth. */
    private Answers recent = new Answers();
    /** Since it was last judged for losses. */
    private Answers all = new Answers();

    /**
     * Makes a window.
     *
     * @param min the least that it shrinks to, 1 or more
     * @param start what it begins with, at least the least
     * @param max the most, at least the start
     * @param shortQueueNanos a queue in which packets wait for less than this, or than the way itself takes, does not keep the window
     *     from growing: hosts that are busy answer late, too
     * @throws IllegalArgumentException if the values are not in this order
     */
    public RequestWindow(int min, int start, int max, long shortQueueNanos) {
        if (min < 1 || start < min || max < start) {
            throw new IllegalArgumentException("min must be 1 or more, start at least that, max at least start; were "
                    + min + ", " + start + ", " + max);
        }
        this.shortQueueNanos = shortQueueNanos;
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
        recent.came++;
        if (roundTripNanos >= 0) {
            recent.waitedNanos += roundTripNanos - leastNanos;
            recent.shortestNanos += leastNanos;
            recent.timed++;
        }
        judge();
    }

    /** What was asked for did not come in time. */
    public void lost() {
        outstanding--;
        recent.lost++;
        judge();
    }

    /** What was counted as lost has come after all: it was late. */
    public void cameLate() {
        if (recent.lost > 0) {
            recent.lost--;
            recent.came++;
        } else if (all.lost > 0) {
            all.lost--;
            all.came++;
        }
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
        if (recent.finished() < (int) packets) {
            return;
        }
        boolean waited = recent.waited() > Math.max(shortQueueNanos, recent.shortest());
        doubling &= !waited;
        all.add(recent);
        Answers judged = recent.finished() >= ENOUGH ? recent : all.finished() >= LEAST_JUDGED ? all : null;
        if (judged != null && judged.isCongested(TOLERATED_LOSS)) {
            doubling = false;
            packets = Math.max(min, packets * judged.came / judged.finished());
        } else if (limited && !waited && !recent.isCongested(doubling ? TOLERATED_LOSS : TOLERATED_LOSS / 4)) {
            packets = Math.min(max, doubling ? 2 * packets : packets + Math.max(1, packets * GROWTH));
        }
        if (judged != null) {
            all = new Answers();
        }
        limited = false;
        recent = new Answers();
    }

    /** What has become of what was asked for. */
    private static final class Answers {
        private int came;
        private int lost;
        /** Of those that came and of which it is known: how much longer they took than the shortest from there, and how long that is. */
        private long waitedNanos;

        private long shortestNanos;
        private int timed;

        private void add(Answers other) {
            came += other.came;
            lost += other.lost;
            waitedNanos += other.waitedNanos;
            shortestNanos += other.shortestNanos;
            timed += other.timed;
        }

        private int finished() {
            return came + lost;
        }

        private long waited() {
            return timed == 0 ? 0 : waitedNanos / timed;
        }

        private long shortest() {
            return timed == 0 ? 0 : shortestNanos / timed;
        }

        private double lossShare() {
            return (double) lost / finished();
        }

        /** More than this share was lost, and what came had waited. */
        private boolean isCongested(double toleratedLoss) {
            return came == 0 || (lossShare() > toleratedLoss && QueueingDelay.isClearly(waited(), shortest()));
        }
    }
}
