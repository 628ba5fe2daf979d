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
     * A tree of exactly this depth, in which each node's parent was drawn evenly from the nodes above the deepest level. Host
     * and router of a node have the same number; node 0 is the root, and nodes 0 to {@code depth} are a path down to the
     * deepest level.
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
        private final int level;
        private final List<Shape> children = new ArrayList<>();

        private Shape(int level) {
            this.level = level;
        }

        /** Grows nodes under a root: first a path down to the deepest level, then wherever there is a level below. */
        static Shape grow(RandomGenerator random, int depth, int nodes) {
            Shape root = new Shape(0);
            List<Shape> parents = new ArrayList<>(List.of(root));
            Shape parent = root;
            for (int i = 1; i < nodes; i++) {
                if (i > depth) {
                    parent = parents.get(random.nextInt(parents.size()));
                }
                Shape child = new Shape(parent.level + 1);
                parent.children.add(child);
                if (child.level < depth) {
                    parents.add(child);
                }
                parent = child;
            }
            return root;
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
