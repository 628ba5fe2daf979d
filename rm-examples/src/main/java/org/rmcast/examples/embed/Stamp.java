package org.rmcast.examples.embed;

/**
 * When a write was made, and by whom: the greater one wins.
 *
 * @param time the logical time: never behind that of a write which its writer knew of, nor behind the writer's clock
 * @param member the writer's member id, which decides between equal times
 */
record Stamp(long time, long member) implements Comparable<Stamp> {
    /** A logical time has the milliseconds of the clock in its upper bits (a hybrid logical clock: Kulkarni et al., "Logical
     * Physical Clocks", OPODIS 2014). */
    private static final int COUNTER_BITS = 12;

    static long timeOf(long epochMillis) {
        return epochMillis << COUNTER_BITS;
    }

    long epochMillis() {
        return time >> COUNTER_BITS;
    }

    @Override
    public int compareTo(Stamp other) {
        return time != other.time ? Long.compare(time, other.time) : Long.compare(member, other.member);
    }
}
