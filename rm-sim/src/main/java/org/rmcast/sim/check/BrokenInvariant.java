package org.rmcast.sim.check;

/** Thrown by an {@link Invariant}; the simulator adds the seed, the time and the last events. */
public final class BrokenInvariant extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int host;

    /**
     * A promise that was broken.
     *
     * @param host where
     * @param what how
     */
    public BrokenInvariant(int host, String what) {
        super(what);
        this.host = host;
    }

    public int host() {
        return host;
    }
}
