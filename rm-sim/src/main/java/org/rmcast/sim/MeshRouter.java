package org.rmcast.sim;

/** A router of a general graph. */
final class MeshRouter extends Router {
    private final int number;
    private final MeshRoutes routes;

    MeshRouter(int number, MeshRoutes routes) {
        this.number = number;
        this.routes = routes;
    }

    @Override
    void forward(Packet packet, int ttl, LinkDirection via, long nowNanos) {
        for (LinkDirection branch : routes.branches(packet.origin(), number)) {
            branch.offer(packet, ttl, nowNanos);
        }
    }

    @Override
    LinkDirection nextHop(int host) {
        return routes.nextHop(number, host);
    }
}
