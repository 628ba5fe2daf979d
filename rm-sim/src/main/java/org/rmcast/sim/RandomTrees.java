package org.rmcast.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random trees whose nodes are members of the group: each node is a router with a host right beside it. */
public final class RandomTrees {
    private RandomTrees() {}

    /**
     * A tree of exactly this depth, in which each node's parent was drawn evenly from the nodes above the deepest level. Host
     * and router of a node have the same number; node 0 is the root.
     *
     * @param depth links from the root to the deepest nodes, 1 or more
     * @param nodes more than {@code depth}
     */
    public static Topology ofDepth(RandomGenerator random, int depth, int nodes, LinkSettings link) {
        if (depth < 1 || nodes <= depth) {
            throw new IllegalArgumentException(
                    "depth must be 1 or more, and less than nodes, was " + depth + " of " + nodes);
        }
        Topology.Builder builder = Topology.builder();
        builder.host(0, LinkSettings.perfect());
        new Growth(builder, random, depth, link).grow(0, nodes - 1);
        return builder.build();
    }

    /**
     * A tree whose root is a router without member, with two subtrees of equal size, or one more on the left. The links of
     * the root are of one kind, all others of another.
     *
     * @param depth links from the root to the deepest nodes, 2 or more
     * @param members hosts, at least {@code 2 · depth}
     */
    public static TwoSided twoSided(
            RandomGenerator random, int depth, int members, LinkSettings ofRoot, LinkSettings others) {
        if (depth < 2 || members < 2 * depth) {
            throw new IllegalArgumentException(
                    "depth must be 2 or more, and members at least twice that, were " + depth + " and " + members);
        }
        Topology.Builder builder = Topology.builder();
        int left = new Growth(builder, random, depth - 1, others).growBelow(ofRoot, (members + 1) / 2);
        int right = new Growth(builder, random, depth - 1, others).growBelow(ofRoot, members / 2);
        return new TwoSided(builder.build(), left, right);
    }

    /**
     * A tree with two subtrees.
     *
     * @param left a host at the deepest level of the left subtree
     * @param right a host at the deepest level of the right subtree
     */
    public record TwoSided(Topology topology, int left, int right) {}

    /** Grows nodes under one router: first a chain down to the deepest level, then wherever there is a level below. */
    private static final class Growth {
        private final Topology.Builder builder;
        private final RandomGenerator random;
        private final int depth;
        private final LinkSettings link;
        private final List<Node> parents = new ArrayList<>();

        /** A router that may have children. */
        private record Node(int router, int level) {}

        Growth(Topology.Builder builder, RandomGenerator random, int depth, LinkSettings link) {
            this.builder = builder;
            this.random = random;
            this.depth = depth;
            this.link = link;
        }

        /** Adds a member right under the topology's root, and the rest under that. */
        int growBelow(LinkSettings toRoot, int nodes) {
            int top = builder.router(0, toRoot);
            builder.host(top, LinkSettings.perfect());
            return grow(top, nodes - 1);
        }

        /**
         * Adds nodes under a router.
         *
         * @return the host at the end of the chain
         */
        int grow(int top, int nodes) {
            Node parent = new Node(top, 0);
            parents.add(parent);
            int deepest = -1;
            for (int i = 0; i < nodes; i++) {
                if (i >= depth) {
                    parent = parents.get(random.nextInt(parents.size()));
                }
                int router = builder.router(parent.router(), link);
                int host = builder.host(router, LinkSettings.perfect());
                deepest = i == depth - 1 ? host : deepest;
                parent = new Node(router, parent.level() + 1);
                if (parent.level() < depth) {
                    parents.add(parent);
                }
            }
            return deepest;
        }
    }
}
