package org.rmcast.testkit;

import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.rmcast.core.engine.Configured;
import org.rmcast.sim.FaultKind;
import org.rmcast.sim.FaultOptions;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.fuzz.Adversary;

/**
 * Random groups beside a host where no member is, which replays, changes and splices what it hears, see {@link Clause#BYZANTINE_HOST}.
 * Nobody is new while it speaks: newcomers believe whoever speaks first in a sender's name.
 */
final class ByzantineRuns extends FaultRuns {
    private static final int START_MILLIS = 500;
    private static final long SEED = 0x5EED_BAD0;

    ByzantineRuns(ProtocolContract contract, Function<Variant, FaultScenario> scenarios) {
        super(contract, Clause.BYZANTINE_HOST, scenarios);
    }

    private static int stranger(Topology topology) {
        return topology.hosts() - 1;
    }

    @Override
    void startMembers(RandomGenerator random, Topology topology, SimulationBuilder builder) {
        for (int host = 1; host < stranger(topology); host++) {
            builder.startAt(host, Duration.ofMillis(random.nextInt(START_MILLIS)));
        }
        builder.notStarted(stranger(topology));
    }

    @Override
    FaultOptions options(boolean storing, Topology topology) {
        FaultOptions usual = super.options(storing, topology);
        Set<Integer> spared = new TreeSet<>(usual.spared());
        spared.add(stranger(topology));
        return usual.withSpared(spared.toArray(Integer[]::new)).withWeight(FaultKind.CRASH, 0);
    }

    /** It leaves data alone: nothing is authenticated, and what it made up would be delivered. */
    @Override
    void begin(Simulation simulation, Topology topology, Configured configured, long seed) {
        Adversary adversary = Adversary.doing(Adversary.Deed.REPLAY, Adversary.Deed.MUTATE, Adversary.Deed.SPLICE)
                .concerning(datagram -> configured.kind(datagram).isControl());
        Duration length = FaultScenario.FAULTS_END.minus(FaultScenario.FAULTS_BEGIN);
        RandomGenerator random = new SplittableRandom(seed ^ SEED);
        simulation.after(
                FaultScenario.FAULTS_BEGIN, () -> adversary.begin(simulation, stranger(topology), random, length));
    }
}
