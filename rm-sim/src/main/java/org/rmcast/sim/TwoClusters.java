package org.rmcast.sim;

/**
 * Two clusters of nodes, each node joined to each other one of its cluster, and one link between the clusters. All nodes are
 * members: each is a router with a host right beside it, of the same number. Nodes 0 and {@code size} are the ends of the
 * joining link, which is the trunk of router {@code size}.
 *
 * <p>Multicast takes the tree of shortest paths, so of the many links of a cluster those of one node are in use at a time.
 *
 * @param size nodes in one cluster
 */
public record TwoClusters(Topology topology, int size) {
    /**
     * Makes it.
     *
     * @param size nodes in one cluster, 2 or more
     * @param inside the links inside the clusters
     * @param between the joining link; its down is from the first cluster to the second
     */
    public static TwoClusters of(int size, LinkSettings inside, LinkSettings between) {
        if (size < 2) {
            throw new IllegalArgumentException("size must be 2 or more, was " + size);
        }
        Topology.Builder builder = Topology.builder();
        for (int cluster = 0; cluster < 2; cluster++) {
            int first = cluster * size;
            for (int node = 0; node < size; node++) {
                if (node > 0) {
                    builder.router(first, inside);
                } else if (cluster > 0) {
                    builder.router(0, between);
                }
                builder.host(first + node, LinkSettings.perfect());
            }
            for (int one = 1; one < size; one++) {
                for (int other = one + 1; other < size; other++) {
                    builder.crossLink(first + one, first + other, inside);
                }
            }
        }
        return new TwoClusters(builder.build(), size);
    }

    /** The router whose trunk joins the clusters. */
    public int joiningTrunk() {
        return size;
    }

    /** A host of the first cluster that is not an end of the joining link. */
    public int inFirst() {
        return 1;
    }

    /** A host of the second cluster that is not an end of the joining link. */
    public int inSecond() {
        return size + 1;
    }
}
