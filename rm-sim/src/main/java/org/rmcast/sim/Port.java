package org.rmcast.sim;

/** Where a link direction ends: a router or a host. */
@FunctionalInterface
interface Port {
    /**
     * A datagram arrives.
     *
     * @param ttl the routers that a multicast may still pass, this one included if it is one
     * @param via the direction by which it came
     */
    void arrive(Packet packet, int ttl, LinkDirection via, long nowNanos);
}
