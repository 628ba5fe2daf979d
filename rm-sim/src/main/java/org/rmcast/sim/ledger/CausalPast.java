package org.rmcast.sim.ledger;

import java.util.Arrays;

/**
 * What comes before something in causal order: of each source all messages below a number. That is exact also where messages go to some
 * members only: whoever is given a message comes after all that its sender had sent before it, to whomever, and after all that its
 * sender had been given, and so on. Not thread safe.
 */
public final class CausalPast {
    /** In ascending order. */
    private long[] sources;

    private long[] limits;

    /** Nothing. */
    public CausalPast() {
        this(new long[0], new long[0]);
    }

    private CausalPast(long[] sources, long[] limits) {
        this.sources = sources;
        this.limits = limits;
    }

    /** This one of now; what is added later is not in it. */
    public CausalPast copy() {
        return new CausalPast(sources.clone(), limits.clone());
    }

    /** Adds the messages of a source below a number. */
    public void add(long source, long limit) {
        int at = Arrays.binarySearch(sources, source);
        if (at >= 0) {
            limits[at] = Math.max(limits[at], limit);
        } else {
            sources = with(sources, -1 - at, source);
            limits = with(limits, -1 - at, limit);
        }
    }

    /** Adds all of another one. */
    public void addAll(CausalPast other) {
        for (int i = 0; i < other.sources.length; i++) {
            add(other.sources[i], other.limits[i]);
        }
    }

    /** Adds a message that was given to somebody: it, and what comes before it. */
    public void addMessage(long source, long number, CausalPast before) {
        addAll(before);
        add(source, number + 1);
    }

    /** Its sources in ascending order. */
    long[] sources() {
        return sources;
    }

    /** The number below which all messages of a source are in it, 0 if none is. */
    long limit(long source) {
        int at = Arrays.binarySearch(sources, source);
        return at < 0 ? 0 : limits[at];
    }

    private static long[] with(long[] values, int at, long value) {
        long[] more = Arrays.copyOf(values, values.length + 1);
        System.arraycopy(values, at, more, at + 1, values.length - at);
        more[at] = value;
        return more;
    }
}
