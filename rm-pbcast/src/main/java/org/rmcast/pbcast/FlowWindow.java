package org.rmcast.pbcast;

/**
 * How many packets may be on their way: grows with each answer of a member that got most of what was sent, shrinks when members
 * tell of congestion. Doubles per window until the first sign of a queue. Not thread safe.
 */
final class FlowWindow {
    private static final double CUT = 0.75;

    private final PbcastConfig config;
    private double packets;
    private boolean doubling = true;
    /** Answers about packets below this do not cut again. */
    private long cutBelow;

    FlowWindow(PbcastConfig config) {
        this.config = config;
        this.packets = config.windowStart;
    }

    long packets() {
        return (long) packets;
    }

    /** Whether it cannot shrink any more. */
    boolean isLeast() {
        return packets() <= config.windowMin;
    }

    /** A member got so many packets more; of them so many new ones, shared by so many that answer. */
    void onProgress(long progress, int answering) {
        double share = (double) progress / Math.max(1, answering);
        packets += doubling ? share : config.windowIncrease * share / packets;
        packets = Math.min(packets, config.windowMax);
    }

    /** What is sent begins to wait in a queue: from now on it grows slowly (HyStart: Ha and Rhee, Computer Networks 55(9), 2011). */
    void onQueue() {
        doubling = false;
    }

    /**
     * Members miss too much, or what is sent waits too long.
     *
     * @param at how far the one is that tells
     * @param next the next packet to send: what is on its way now does not count again
     * @return whether the window was cut
     */
    boolean onCongestion(long at, long next) {
        if (at < cutBelow) {
            return false;
        }
        doubling = false;
        cutBelow = next;
        packets = Math.max(config.windowMin, packets * CUT);
        return true;
    }
}
