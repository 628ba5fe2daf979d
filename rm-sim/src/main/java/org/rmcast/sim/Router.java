package org.rmcast.sim;

import java.util.ArrayList;
import java.util.List;

/** An interior node of the network: copies multicast to where it is to go, passes unicast on its path. */
abstract class Router implements Port {
    private final List<LinkDirection> toHosts = new ArrayList<>();
    private final List<LinkDirection> fromHosts = new ArrayList<>();

    void addHost(LinkDirection down, LinkDirection up) {
        toHosts.add(down);
        fromHosts.add(up);
    }

    @Override
    public final void arrive(Packet packet, int ttl, LinkDirection via, long nowNanos) {
        if (packet.destination() != Packet.GROUP) {
            nextHop(packet.destination()).offer(packet, ttl, nowNanos);
            return;
        }
        for (int i = 0; i < toHosts.size(); i++) {
            if (fromHosts.get(i) != via) {
                toHosts.get(i).offer(packet, 0, nowNanos);
            }
        }
        if (ttl > 1) {
            forward(packet, ttl - 1, via, nowNanos);
        }
    }

    /** Passes a multicast on to other routers, which see {@code ttl}. */
    abstract void forward(Packet packet, int ttl, LinkDirection via, long nowNanos);

    /** The link towards a host. */
    abstract LinkDirection nextHop(int host);
}
