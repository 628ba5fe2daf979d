package org.rmcast.sim;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A router of a tree: passes multicast to all links but the one it came by. */
final class TreeRouter extends Router {
    private final List<TreeRouter> children = new ArrayList<>();
    private final List<LinkDirection> toChildren = new ArrayList<>();
    private final List<LinkDirection> fromChildren = new ArrayList<>();
    private @Nullable LinkDirection toParent;
    private @Nullable LinkDirection fromParent;
    private TreeRouter[] routerOfHost = new TreeRouter[0];
    private LinkDirection[] toHost = new LinkDirection[0];

    /** Position in a walk of the tree; the subtree of this router has the positions first (its own) to limit. */
    private int first;

    private int limit;

    void addChild(TreeRouter child, LinkDirection down, LinkDirection up) {
        children.add(child);
        toChildren.add(down);
        fromChildren.add(up);
        child.toParent = up;
        child.fromParent = down;
    }

    /** Numbers the subtree and learns where all hosts are; to be called on the root when the tree is complete. */
    int number(int position, TreeRouter[] hostRouters, LinkDirection[] hostLinks) {
        first = position;
        routerOfHost = hostRouters;
        toHost = hostLinks;
        int next = position + 1;
        for (TreeRouter child : children) {
            next = child.number(next, hostRouters, hostLinks);
        }
        limit = next;
        return next;
    }

    @Override
    void forward(Packet packet, int ttl, LinkDirection via, long nowNanos) {
        LinkDirection up = toParent;
        if (up != null && fromParent != via) {
            up.offer(packet, ttl, nowNanos);
        }
        for (int i = 0; i < toChildren.size(); i++) {
            if (fromChildren.get(i) != via) {
                toChildren.get(i).offer(packet, ttl, nowNanos);
            }
        }
    }

    @Override
    LinkDirection nextHop(int host) {
        TreeRouter target = routerOfHost[host];
        if (target == this) {
            return toHost[host];
        }
        if (target.first < first || target.first >= limit) {
            LinkDirection up = toParent;
            if (up == null) {
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
