package org.rmcast.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The routes of a general graph: of multicast along the tree of shortest paths from the router where it entered, as far as
 * there are hosts; of unicast along the shortest path. Found when they are needed for the first time, and kept.
 */
final class MeshRoutes {
    private static final LinkDirection[] NOWHERE = {};

    private final int[] routerOfHost;
    private final boolean[] hasHost;
    private final List<ShortestPaths.Arc> arcs = new ArrayList<>();
    private final List<LinkDirection> directions = new ArrayList<>();
    private final @Nullable Tree[] treeFrom;
    private final @Nullable Paths[] pathsTo;
    private LinkDirection[] toHost = NOWHERE;
    private @Nullable ShortestPaths paths;

    /** Where each router passes on what entered at one. */
    private static final class Tree {
        private final LinkDirection[][] branches;

        Tree(LinkDirection[][] branches) {
            this.branches = branches;
        }
    }

    /** The first arcs from each router to one. */
    private static final class Paths {
        private final int[] firstArc;

        Paths(int[] firstArc) {
            this.firstArc = firstArc;
        }
    }

    MeshRoutes(Topology topology) {
        routerOfHost = new int[topology.hosts()];
        hasHost = new boolean[topology.routers()];
        for (int host = 0; host < routerOfHost.length; host++) {
            routerOfHost[host] = topology.routerOf(host);
            hasHost[routerOfHost[host]] = true;
        }
        treeFrom = new Tree[topology.routers()];
        pathsTo = new Paths[topology.routers()];
    }

    /** Adds a link between two routers. All are added before the first question. */
    void add(int above, int below, SimLink link) {
        add(above, below, link.original().down().delayNanos(), link.down());
        add(below, above, link.original().up().delayNanos(), link.up());
    }

    private void add(int from, int to, long delayNanos, LinkDirection direction) {
        arcs.add(new ShortestPaths.Arc(from, to, delayNanos));
        directions.add(direction);
    }

    /** Tells by which link each host is reached from its router. */
    void hosts(LinkDirection[] links) {
        toHost = links;
    }

    /** Where a router passes on a multicast from a host. */
    LinkDirection[] branches(int host, int router) {
        int source = routerOfHost[host];
        Tree tree = treeFrom[source];
        if (tree == null) {
            tree = tree(paths().from(source));
            treeFrom[source] = tree;
        }
        return tree.branches[router];
    }

    /** The link by which a router sends to a host. */
    LinkDirection nextHop(int router, int host) {
        int target = routerOfHost[host];
        if (target == router) {
            return toHost[host];
        }
        Paths known = pathsTo[target];
        if (known == null) {
            known = new Paths(paths().towards(target));
            pathsTo[target] = known;
        }
        return directions.get(known.firstArc[router]);
    }

    private ShortestPaths paths() {
        if (paths == null) {
            paths = new ShortestPaths(hasHost.length, arcs);
        }
        return paths;
    }

    /** Branches without hosts are cut off. */
    private Tree tree(int[] lastArc) {
        boolean[] needed = new boolean[lastArc.length];
        for (int router = 0; router < lastArc.length; router++) {
            if (hasHost[router]) {
                markPath(router, lastArc, needed);
            }
        }
        LinkDirection[][] branches = new LinkDirection[lastArc.length][];
        Arrays.fill(branches, NOWHERE);
        for (int router = 0; router < lastArc.length; router++) {
            if (needed[router] && lastArc[router] != ShortestPaths.NONE) {
                int above = arcs.get(lastArc[router]).from();
                branches[above] = Arrays.copyOf(branches[above], branches[above].length + 1);
                branches[above][branches[above].length - 1] = directions.get(lastArc[router]);
            }
        }
        return new Tree(branches);
    }

    private void markPath(int router, int[] lastArc, boolean[] marked) {
        int at = router;
        while (!marked[at]) {
            marked[at] = true;
            if (lastArc[at] != ShortestPaths.NONE) {
                at = arcs.get(lastArc[at]).from();
            }
        }
    }
}
