package org.rmcast.srm;

/**
 * The two constants of a timer, and what they learn from what happened to it. A delay lies in [start·d, (start + width)·d].
 *
 * <p>Not thread safe.
 */
interface TimerConstants {
    /** C1 or D1, 0 or more. */
    double start();

    /** C2 or D2, 0 or more. */
    double width();

    /** So many members are known, this one included; 1 or more. */
    default void onGroup(int members) {}

    /** A timer is about to be set for something new. To be called before its delay is drawn. */
    default void onNew() {}

    /** The timer was over, and this member sent, in the first round. */
    default void onSent() {}

    /**
     * Somebody sent what had been sent before, by this member or another.
     *
     * @param alsoSent whether this member has sent it, in the first round
     * @param theirNanos the distance of who sent it now, as it says
     * @param ownNanos the distance of this member
     */
    default void onDuplicate(boolean alsoSent, long theirNanos, long ownNanos) {}

    /** The first of it was sent, by whomever, so many round trips after the timer was set. */
    default void onDelay(double roundTrips) {}
}
