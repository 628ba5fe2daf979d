package org.rmcast.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Shortest paths over the routers of a graph, by Dijkstra's algorithm. Of paths of equal length the one with fewer links
 * counts, of those the one whose last arc has the lower number: the same graph always has the same paths.
 */
final class ShortestPaths {
    /** Where there is no arc: at the end of all paths, or where no path leads. */
    static final int NONE = -1;

    private final int routers;
    private final List<Arc> arcs;
    private final List<List<Integer>> leaving = new ArrayList<>();
    private final List<List<Integer>> entering = new ArrayList<>();

    /**
     * One direction of a link.
     *
     * @param length not negative
     */
    record Arc(int from, int to, long length) {}

    /** A router that a path has reached. */
    private record Reached(int router, long distance, int hops) {}

    /** @param arcs numbered by their places in the list */
    ShortestPaths(int routers, List<Arc> arcs) {
        this.routers = routers;
        this.arcs = List.copyOf(arcs);
        for (int i = 0; i < routers; i++) {
            leaving.add(new ArrayList<>());
            entering.add(new ArrayList<>());
        }
        for (int i = 0; i < arcs.size(); i++) {
            leaving.get(arcs.get(i).from()).add(i);
            entering.get(arcs.get(i).to()).add(i);
        }
    }

    /** For each router the last arc of the shortest path from {@code source}. */
    int[] from(int source) {
        return search(source, true);
    }

    /** For each router the first arc of its shortest path to {@code target}. */
    int[] towards(int target) {
        return search(target, false);
    }

    private int[] search(int start, boolean forward) {
        long[] distance = new long[routers];
        int[] hops = new int[routers];
        int[] chosen = new int[routers];
        boolean[] settled = new boolean[routers];
        Arrays.fill(distance, Long.MAX_VALUE);
        Arrays.fill(chosen, NONE);
        PriorityQueue<Reached> open = new PriorityQueue<>(Comparator.comparingLong(Reached::distance)
                .thenComparingInt(Reached::hops)
                .thenComparingInt(Reached::router));
        distance[start] = 0;
        open.add(new Reached(start, 0, 0));
        for (Reached next = open.poll(); next != null; next = open.poll()) {
            int router = next.router();
            if (settled[router]) {
                continue;
            }
            settled[router] = true;
            for (int arc : (forward ? leaving : entering).get(router)) {
                int neighbour = forward ? arcs.get(arc).to() : arcs.get(arc).from();
                long longer = next.distance() + arcs.get(arc).length();
                int farther = next.hops() + 1;
                int order = compare(longer, farther, distance[neighbour], hops[neighbour]);
                if (settled[neighbour] || order > 0 || (order == 0 && arc > chosen[neighbour])) {
                    continue;
                }
                distance[neighbour] = longer;
                hops[neighbour] = farther;
                chosen[neighbour] = arc;
                open.add(new Reached(neighbour, longer, farther));
            }
        }
        return chosen;
    }

    private static int compare(long distance, int hops, long otherDistance, int otherHops) {
        int order = Long.compare(distance, otherDistance);
        return order != 0 ? order : Integer.compare(hops, otherHops);
    }
}
