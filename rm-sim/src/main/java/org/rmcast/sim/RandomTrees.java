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
        int onLeft = (members + 1) / 2;
        for (int size : List.of(onLeft, members - onLeft)) {
            int top = builder.router(0, ofRoot);
            builder.host(top, LinkSettings.perfect());
            Shape.grow(random, depth - 1, size).addChildren(builder, top, others);
        }
        return new TwoSided(builder.build(), onLeft, depth);
    }

    /**
     * A tree with two subtrees.
     *
     * @param onLeft members in the left subtree, which have the first numbers
     * @param depth links from the root to the deepest nodes
     */
    public record TwoSided(Topology topology, int onLeft, int depth) {
        /** A host of the left subtree, so many links below the root, 1 to the depth. */
        public int left(int level) {
            return checked(level) - 1;
        }

        /** A host of the right subtree, so many links below the root, 1 to the depth. */
        public int right(int level) {
            return onLeft + checked(level) - 1;
        }

        private int checked(int level) {
            if (level < 1 || level > depth) {
                throw new IllegalArgumentException("level must be 1 to " + depth + ", was " + level);
            }
            return level;
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
