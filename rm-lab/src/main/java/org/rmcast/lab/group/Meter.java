package org.rmcast.lab.group;

import org.rmcast.lab.experiment.Measurement;
import org.rmcast.sim.Simulation;

/** Measures one thing in one run. */
public interface Meter {
    /** The members know one another, and nothing was sent: what counts begins now. */
    void begin(Simulation simulation);

    /** The run is over. */
    void end(Simulation simulation, Measurement result);
}
