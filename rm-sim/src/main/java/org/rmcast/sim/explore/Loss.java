package org.rmcast.sim.explore;

import java.util.Locale;

/**
 * A control datagram that was lost on purpose.
 *
 * @param number which of the receptions of control datagrams in its run it was, from 0; lost ones count
 * @param host who did not get it
 * @param atNanos when, since the start of the simulation
 * @param type its packet type
 * @param memberId who sent it
 */
public record Loss(int number, int host, long atNanos, int type, long memberId) {
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "#%d (type %d of %d to host %d at %.6f s)", number, type, memberId, host, atNanos / 1e9);
    }
}
