package org.rmcast.wan;

/** A message in the causal past, and the members at which it may not have been delivered yet. Not thread safe. */
final class Dependency {
    final long sourceId;
    /** The number of its last piece. */
    final long number;
    /** Its own number. */
    final long message;
    /** The members for which it is and of which it is not known that they were given it, by their slots. */
    long slots;
    /** The members that were told of it, in something that they take before all that is sent to them from now on. */
    long told;

    Dependency(long sourceId, long number, long message, long slots) {
        this.sourceId = sourceId;
        this.number = number;
        this.message = message;
        this.slots = slots;
    }

    @Override
    public String toString() {
        return Long.toHexString(sourceId) + ":" + number + "->" + Long.toBinaryString(slots);
    }
}
