package org.rmcast.core.repair;

import java.net.InetSocketAddress;

/**
 * Who asks, in one datagram, for one packet or many.
 *
 * @param from where repairs go; must have been proved ({@code core.peers}), or repairs can be turned against others
 * @param number the number of the request, which its repairs echo; 0 for none
 * @param holdOffNanos how long after a repair was sent the same requester cannot have it yet: about its round trip. What it asks
 *     for again within this time is not sent again; 0 or more
 * @param decodes whether it can take packets out of codes ({@link CodePlanner}) now
 */
public record RepairRequest(InetSocketAddress from, int number, long holdOffNanos, boolean decodes) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if the hold-off is negative
     */
    public RepairRequest {
        if (holdOffNanos < 0) {
            throw new IllegalArgumentException("holdOffNanos must be 0 or more, was " + holdOffNanos);
        }
    }

    /** From somebody who is sent each packet alone. */
    public RepairRequest(InetSocketAddress from, int number, long holdOffNanos) {
        this(from, number, holdOffNanos, false);
    }
}
