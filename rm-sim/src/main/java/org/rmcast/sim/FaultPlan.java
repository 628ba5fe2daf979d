package org.rmcast.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * A list of faults, each with its time, see {@link FaultKind}; and links that turn bad. Immutable; its text lists them.
 */
public final class FaultPlan {
    private final List<Fault> faults;

    /**
     * One fault, or the end of one.
     *
     * @param at when, since the start of the simulation
     * @param what it is, in words
     * @param action what brings it about
     */
    public record Fault(Duration at, String what, Consumer<Simulation> action) {
        public Fault {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(what, "what");
            Objects.requireNonNull(action, "action");
        }

        @Override
        public String toString() {
            return TraceLog.seconds(at.toNanos()) + " " + what;
        }
    }

    private FaultPlan(List<Fault> faults) {
        List<Fault> sorted = new ArrayList<>(faults);
        sorted.sort(Comparator.comparing(Fault::at));
        this.faults = List.copyOf(sorted);
    }

    /** A plan of one's own; faults of the same time happen in the order given. */
    public static FaultPlan of(List<Fault> faults) {
        return new FaultPlan(faults);
    }

    /**
     * A random plan for a topology: most links turn bad at the beginning, and up to {@link FaultOptions#maxFaults} faults of
     * the kinds that have a weight begin and end until all is healed. The same numbers and options draw the same plan in every
     * version.
     */
    public static FaultPlan random(RandomGenerator random, Topology topology, FaultOptions options) {
        return new FaultPlanGenerator(random, topology, options).plan();
    }

    /** The faults in order of time. */
    public List<Fault> faults() {
        return faults;
    }

    /** Schedules all faults; to be called before the first is due. */
    public void applyTo(Simulation simulation) {
        for (Fault fault : faults) {
            simulation.at(fault.at(), () -> fault.action().accept(simulation));
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        faults.forEach(fault -> text.append(fault).append('\n'));
        return text.toString();
    }
}
