package org.rmcast.lab.group;

import org.rmcast.api.Role;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;

/** Carries out a {@link PeerPlan} once. */
public final class PeerRun {
    private PeerRun() {}

    /**
     * Lets the group form, then begins: meters first, then conditions, then what is sent.
     *
     * @throws IllegalStateException if not all members know of all others in time
     * @throws org.rmcast.sim.InvariantViolation if the protocol breaks a promise
     */
    public static void measure(PeerPlan plan, long seed, Measurement result) {
        Simulation simulation = build(plan, seed);
        form(plan, simulation);
        plan.meters.forEach(meter -> meter.begin(simulation));
        plan.conditions.accept(simulation);
        plan.sendings.forEach(sending -> simulation.after(
                sending.offset(), () -> simulation.node(sending.host()).send(sending.workload())));
        simulation.runFor(plan.length);
        plan.meters.forEach(meter -> meter.end(simulation, result));
    }

    private static Simulation build(PeerPlan plan, long seed) {
        SimulationBuilder builder = Simulation.builder(seed)
                .topology(plan.topology)
                .protocol(plan.contender.protocol())
                .parameters(plan.contender.parameters())
                .roles(Role.PEER)
                .traceLines(20);
        plan.ownParameters.forEach(builder::parameters);
        for (int host = 0; host < plan.topology.hosts(); host++) {
            builder.startAt(host, plan.startInterval.multipliedBy(host));
        }
        return builder.build();
    }

    private static void form(PeerPlan plan, Simulation simulation) {
        simulation.runFor(plan.startInterval.multipliedBy(plan.topology.hosts()));
        int others = plan.topology.hosts() - 1;
        boolean formed = simulation.runUntil(
                () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() >= others), plan.settleLimit);
        if (!formed) {
            long complete = simulation.nodes().stream()
                    .mapToInt(SimNode::receiverCount)
                    .filter(count -> count >= others)
                    .count();
            throw new IllegalStateException("only " + complete + " of " + (others + 1)
                    + " members knew all others after " + plan.settleLimit.toSeconds() + " s");
        }
    }
}
