package org.rmcast.pbcast;

/**
 * How many packets may be on their way: grows with each answer of a member that got most of what was sent, shrinks when one
 * missed more than a share of it at first. Doubles per window until the first congestion. Not thread safe.
 */
final class FlowWindow {
    private static final double CUT = 0.75;

    private final PbcastConfig config;
    private double packets;
    private boolean slowStart = true;
    /** Answers about packets below this do not cut again. */
    private long cutBelow;

    FlowWindow(PbcastConfig config) {
        this.config = config;
        this.packets = config.windowStart;
    }

    long packets() {
        return (long) packets;
    }

    /** A member got so many packets more; of them so many new ones, shared by so many that answer. */
    void onProgress(long progress, int answering) {
        double share = (double) progress / Math.max(1, answering);
        packets += slowStart ? share : config.windowIncrease * share / packets;
        packets = Math.min(packets, config.windowMax);
    }

    /**
     * A member missed too much.
     *
     * @param at how far it is
     * @param next the next packet to send: what is on its way now does not count again
     * @return whether the window was cut
     */
    boolean onCongestion(long at, long next) {
        if (at < cutBelow) {
            return false;
        }
        slowStart = false;
        cutBelow = next;
        packets = Math.max(config.windowMin, packets * CUT);
        return true;
    }
}
