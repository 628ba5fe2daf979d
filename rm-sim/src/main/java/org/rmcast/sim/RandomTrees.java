package org.rmcast.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Random trees whose nodes are members of the group: each node is a router with a host right beside it. Nodes are numbered
 * as a walk meets them, parents before children and one branch after the other, so that hosts with addresses next to one
 * another are near one another in the tree.
 */
public final class RandomTrees {
    private RandomTrees() {}

    /**
     * A tree of exactly this depth, each level of which is larger than the one above by the same factor; each node's parent is
     * drawn evenly from that level. Host and router of a node have the same number; node 0 is the root, and nodes 0 to {@code
     * depth} are a path down to the deepest level.
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
        Shape.grow(random, depth, nodes).addChildren(builder, 0, link);
        return builder.build();
    }

    /**
     * A tree whose root is a router without member, with subtrees of equal size, or one more in the first ones. The links of
     * the root are of one kind, all others of another.
     *
     * @param depth links from the root to the deepest nodes, 2 or more
     * @param branches links of the root, 2 or more
     * @param members hosts, at least {@code branches · depth}
     */
    public static Branched branched(
            RandomGenerator random, int depth, int branches, int members, LinkSettings ofRoot, LinkSettings others) {
        if (depth < 2 || branches < 2 || members < branches * depth) {
            throw new IllegalArgumentException(
                    "depth and branches must be 2 or more, and members at least their product, were " + depth + ", "
                            + branches + " and " + members);
        }
        Topology.Builder builder = Topology.builder();
        List<Integer> tops = new ArrayList<>();
        int left = members;
        for (int branch = 0; branch < branches; branch++) {
            int size = (left + branches - branch - 1) / (branches - branch);
            int top = builder.router(0, ofRoot);
            tops.add(top);
            builder.host(top, LinkSettings.perfect());
            Shape.grow(random, depth - 1, size).addChildren(builder, top, others);
            left -= size;
        }
        return new Branched(builder.build(), List.copyOf(tops), depth);
    }

    /**
     * A tree with several subtrees, which have hosts with successive numbers.
     *
     * @param tops the routers right below the root, whose trunks are the root's links
     * @param depth links from the root to the deepest nodes
     */
    public record Branched(Topology topology, List<Integer> tops, int depth) {
        /** A host of the first subtree, so many links below the root, 1 to the depth. */
        public int left(int level) {
            return host(0, level);
        }

        /** A host of the second subtree, so many links below the root, 1 to the depth. */
        public int right(int level) {
            return host(1, level);
        }

        /** Router number 0 is the root's, which has no host: the others have the number of theirs and one more. */
        private int host(int branch, int level) {
            if (level < 1 || level > depth) {
                throw new IllegalArgumentException("level must be 1 to " + depth + ", was " + level);
            }
            return tops.get(branch) - 1 + level - 1;
        }
    }

    /** A node with its children, before anything has a number. */
    private static final class Shape {
        private final List<Shape> children = new ArrayList<>();

        /** Grows nodes under a root, level by level; the first of each level hangs on the first of the one above. */
        static Shape grow(RandomGenerator random, int depth, int nodes) {
            Shape root = new Shape();
            List<Shape> above = List.of(root);
            double factor = growth(depth, nodes);
            int left = nodes - 1;
            for (int level = 1; level <= depth; level++) {
                int below = depth - level;
                int wanted = (int) Math.round(StrictMath.pow(factor, level));
                int size = below == 0 ? left : Math.max(1, Math.min(left - below, wanted));
                List<Shape> own = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    Shape node = new Shape();
                    above.get(i == 0 ? 0 : random.nextInt(above.size()))
                            .children
                            .add(node);
                    own.add(node);
                }
                left -= size;
                above = own;
            }
            return root;
        }

        /** The factor f for which 1 + f + ... + f^depth is the number of nodes, found by halving. */
        private static double growth(int depth, int nodes) {
            double low = 1;
            double high = nodes;
            for (int i = 0; i < 60; i++) {
                double middle = (low + high) / 2;
                double sum = 0;
                for (int level = 0; level <= depth; level++) {
                    sum += StrictMath.pow(middle, level);
                }
                if (sum < nodes) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        void addChildren(Topology.Builder builder, int router, LinkSettings link) {
            for (Shape child : children) {
                int number = builder.router(router, link);
                builder.host(number, LinkSettings.perfect());
                child.addChildren(builder, number, link);
            }
        }
    }
}
