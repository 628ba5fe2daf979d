package org.rmcast.sim;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An interior node of the tree: copies multicast to all links but the one it came by, passes unicast on its path. */
final class Router implements Port {
    private final @Nullable Router parent;
    private final List<Router> children = new ArrayList<>();
    private final List<LinkDirection> toChildren = new ArrayList<>();
    private final List<LinkDirection> fromChildren = new ArrayList<>();
    private final List<LinkDirection> toHosts = new ArrayList<>();
    private final List<LinkDirection> fromHosts = new ArrayList<>();
    private @Nullable LinkDirection toParent;
    private @Nullable LinkDirection fromParent;
    private Router[] routerOfHost = new Router[0];
    private LinkDirection[] toHost = new LinkDirection[0];

    /** Position in a walk of the tree; the subtree of this router has the positions first (its own) to limit. */
    private int first;

    private int limit;

    Router(@Nullable Router parent) {
        this.parent = parent;
    }

    void addChild(Router child, LinkDirection down, LinkDirection up) {
        children.add(child);
        toChildren.add(down);
        fromChildren.add(up);
        child.toParent = up;
        child.fromParent = down;
    }

    void addHost(LinkDirection down, LinkDirection up) {
        toHosts.add(down);
        fromHosts.add(up);
    }

    /** Numbers the subtree and learns where all hosts are; to be called on the root when the tree is complete. */
    int number(int position, Router[] hostRouters, LinkDirection[] hostLinks) {
        first = position;
        routerOfHost = hostRouters;
        toHost = hostLinks;
        int next = position + 1;
        for (Router child : children) {
            next = child.number(next, hostRouters, hostLinks);
        }
        limit = next;
        return next;
    }

    @Override
    public void arrive(Packet packet, int ttl, LinkDirection via, long nowNanos) {
        if (packet.destination() == Packet.GROUP) {
            flood(packet, ttl, via, nowNanos);
        } else {
            nextHop(packet.destination()).offer(packet, ttl, nowNanos);
        }
    }

    private void flood(Packet packet, int ttl, LinkDirection via, long nowNanos) {
        for (int i = 0; i < toHosts.size(); i++) {
            if (fromHosts.get(i) != via) {
                toHosts.get(i).offer(packet, 0, nowNanos);
            }
        }
        if (ttl <= 1) {
            return;
        }
        LinkDirection up = toParent;
        if (up != null && fromParent != via) {
            up.offer(packet, ttl - 1, nowNanos);
        }
        for (int i = 0; i < toChildren.size(); i++) {
            if (fromChildren.get(i) != via) {
                toChildren.get(i).offer(packet, ttl - 1, nowNanos);
            }
        }
    }

    private LinkDirection nextHop(int host) {
        Router target = routerOfHost[host];
        if (target == this) {
            return toHost[host];
        }
        if (target.first < first || target.first >= limit) {
            LinkDirection up = toParent;
            if (up == null || parent == null) {
                throw new IllegalStateException("host " + host + " is not in the tree");
            }
            return up;
        }
        int low = 0;
        int high = children.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (children.get(middle).first <= target.first) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return toChildren.get(low);
    }
}
