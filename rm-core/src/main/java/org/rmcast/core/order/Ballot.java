package org.rmcast.core.order;

/**
 * A term of a sequencer: of two the one with the greater counter is later, of equal counters that of the greater id.
 *
 * @param counter grows; 0 for {@link #NONE}
 * @param owner the sequencer
 */
record Ballot(long counter, long owner) implements Comparable<Ballot> {
    static final Ballot NONE = new Ballot(0, 0);

    @Override
    public int compareTo(Ballot other) {
        int order = Long.compare(counter, other.counter);
        return order != 0 ? order : Long.compare(owner, other.owner);
    }

    boolean isBefore(Ballot other) {
        return compareTo(other) < 0;
    }

    static Ballot later(Ballot one, Ballot other) {
        return one.isBefore(other) ? other : one;
    }

    @Override
    public String toString() {
        return counter + " of " + Long.toHexString(owner);
    }
}
