package org.rmcast.lab.group;

import org.rmcast.api.EngineMeter;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/** Counts repairs, as the members themselves do. */
public final class RepairMeter implements Meter {
    public static final String REPAIRS = "repairs";
    /** Of them, those of host 0. */
    public static final String SENDER_REPAIRS = "repairs by the sender";

    @Override
    public void begin(Simulation simulation) {
        // Members count from their start on.
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        long all = simulation.nodes().stream().mapToLong(RepairMeter::repairs).sum();
        result.put(REPAIRS, all).put(SENDER_REPAIRS, repairs(simulation.node(0)));
    }

    private static long repairs(SimNode node) {
        return node.statistics().get(EngineMeter.REPAIRS_SENT);
    }
}
