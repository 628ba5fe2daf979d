package org.rmcast.tram;

import org.rmcast.tram.wire.TramPacket.Ack;

/**
 * What a member can truthfully acknowledge, as far as its head can tell.
 *
 * @param start the first sequence missing is not above this
 * @param allowed the highest sequence that it takes is not above this
 */
record AckBounds(long start, long allowed) {
    /**
     * Nobody is ahead of the sender. A member may be ahead of a head, but not by more than a window: the sender waits for the head,
     * or the head is the one that lags. And no window reaches further than the widest one.
     */
    static AckBounds at(Position position, TramConfig config) {
        long window = config.windowMax + 2L * config.ackWindow;
        long known = Math.max(position.limit(), position.allowed() + 1);
        return new AckBounds(position.sender() ? position.limit() : known + window, known + window);
    }

    /** Whether an acknowledgement says more than it can; it counts as far as it can be true. */
    boolean isExceededBy(Ack ack) {
        return ack.start() > start || ack.highestAllowed() > allowed;
    }
}
