package org.rmcast.sim;

import org.jspecify.annotations.Nullable;

/** A protocol broke a promise in a simulation. The message has the seed, the virtual time, the node and the last events. */
public final class InvariantViolation extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final long seed;
    private final int node;

    InvariantViolation(String message, long seed, int node, @Nullable Throwable cause) {
        super(message, cause);
        this.seed = seed;
        this.node = node;
    }

    /** The seed of the run that broke it. */
    public long seed() {
        return seed;
    }

    /** The node at which it was found, -1 if at none in particular. */
    public int node() {
        return node;
    }
}
