package org.rmcast.sim.explore;

import org.rmcast.sim.Simulation;

/**
 * What a small group goes through: played again and again from the start, each time with other losses. It must be deterministic
 * and share no state between runs: two may be played at the same time, in two threads.
 */
public interface Scenario {
    /** The group at time 0, and whatever leads up to the part of interest: nothing is lost on purpose yet. */
    Simulation prepare();

    /** The part of interest: control datagrams that arrive while this runs are the ones that are lost. */
    void play(Simulation simulation);

    /**
     * Nothing is lost on purpose any more: runs until all must be well again, and looks whether it is.
     *
     * @throws AssertionError if something that was to come about has not; what the simulation itself finds broken counts as
     *     well
     */
    void settle(Simulation simulation);
}
