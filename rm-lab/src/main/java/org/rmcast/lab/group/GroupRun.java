package org.rmcast.lab.group;

import org.rmcast.lab.experiment.Measurement;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;

/** Carries out a {@link GroupPlan} once. */
public final class GroupRun {
    private static final int TRACE_LINES = 20;

    private GroupRun() {}

    /**
     * Lets the group form, then begins: meters first, then conditions, then what is sent. What the meters find is put into
     * {@code result}, in the order in which they were added.
     *
     * @throws IllegalStateException if the group does not form in time
     * @throws org.rmcast.sim.InvariantViolation if the protocol breaks a promise
     */
    public static void measure(GroupPlan plan, long seed, Measurement result) {
        Simulation simulation = build(plan, seed);
        plan.formation.await(simulation);
        plan.meters.forEach(meter -> meter.begin(simulation));
        plan.conditions.accept(simulation);
        plan.sendings.forEach(sending -> send(sending, simulation));
        simulation.runUntil(plan.done, plan.limit);
        plan.meters.forEach(meter -> meter.end(simulation, result));
    }

    private static void send(GroupPlan.Sending sending, Simulation simulation) {
        if (sending.atOnce()) {
            simulation.node(sending.host()).send(sending.workload());
        } else {
            simulation.after(
                    sending.offset(), () -> simulation.node(sending.host()).send(sending.workload()));
        }
    }

    private static Simulation build(GroupPlan plan, long seed) {
        SimulationBuilder builder = Simulation.builder(seed)
                .topology(plan.topology)
                .protocol(plan.protocol)
                .parameters(plan.parameters)
                .maxDatagramBytes(plan.maxDatagramBytes)
                .traceLines(TRACE_LINES);
        plan.ownParameters.forEach(builder::parameters);
        plan.roles.forEach(builder::role);
        plan.starts.forEach(builder::startAt);
        return builder.build();
    }
}
