package org.rmcast.core.repair;

import java.net.InetSocketAddress;

/**
 * Who asks, in one datagram, for one packet or many.
 *
 * @param from where repairs go; must have been proved ({@code core.peers}), or repairs can be turned against others
 * @param number the number of the request, which its repairs echo; 0 for none
 * @param holdOffNanos how long after a repair was sent the same requester cannot have it yet: about its round trip. What it asks
 *     for again within this time is not sent again; 0 or more
 */
public record RepairRequest(InetSocketAddress from, int number, long holdOffNanos) {
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
}
