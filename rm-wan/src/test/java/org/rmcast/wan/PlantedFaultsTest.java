package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.Parameters;
import org.rmcast.sim.FaultOptions;
import org.rmcast.sim.FaultPlan;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.check.Checks;
import org.rmcast.sim.check.ReceiptTruth;
import org.rmcast.testkit.FaultScenario;
import org.rmcast.testkit.Variant;
import org.rmcast.wan.PlantedProtocol.Plant;

/** Runs as those of the contract find what is planted in the group, and nothing where nothing is planted. */
class PlantedFaultsTest {
    private static final int HOSTS = 6;
    private static final int SEEDS = 4;

    /** One run: what applications do is the contract's, as are the faults. */
    private static final class PlantedRun extends FaultScenario {
        private final Plant plant;
        private final long seed;

        PlantedRun(Plant plant, long seed) {
            super(PlantedProtocol.with(plant), new Variant("", Parameters.none()));
            this.plant = plant;
            this.seed = seed;
        }

        void run(Checks checks) {
            RandomGenerator random = new SplittableRandom(seed);
            Topology topology =
                    Topology.star(HOSTS, LinkSettings.parse("delay=" + random.nextInt(20) + "ms,loss=2%,rate=1Gbit"));
            SimulationBuilder builder =
                    Simulation.builder(seed).topology(topology).protocol(PlantedProtocol.with(plant));
            builder.parameters(describe(random, topology, builder)).checks(checks);
            Simulation simulation = builder.build();
            FaultPlan.random(random, topology, FaultOptions.between(FAULTS_BEGIN, FAULTS_END))
                    .applyTo(simulation);
            simulation.runFor(Duration.ofMillis(800));
            play(simulation, random);
        }
    }

    private static Checks all() {
        return Checks.underFaults(FaultScenario.FAULTS_END, true).with(new ReceiptTruth(Duration.ofSeconds(20)));
    }

    private static Stream<Arguments> plants() {
        return Stream.of(
                Arguments.of(Plant.FORGETS_CAUSES, "which comes before it in causal order"),
                Arguments.of(
                        Plant.CONFIRMS_WHAT_HAS_NOT_COME,
                        "which comes before it in causal order|receipt truth|has neither been given"),
                Arguments.of(Plant.DELIVERS_TWICE, "repeated or out of order"));
    }

    @ParameterizedTest
    @MethodSource("plants")
    void shouldFindWhatIsPlanted(Plant plant, String words) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            PlantedRun run = new PlantedRun(plant, seed);
            assertThatThrownBy(() -> run.run(all()))
                    .as("%s, seed %d", plant, seed)
                    .hasMessageMatching("(?s).*(" + words + ").*");
        }
    }

    @Test
    void shouldFindNothingWhereNothingIsPlanted() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            PlantedRun run = new PlantedRun(Plant.NOTHING, seed);
            assertThatCode(() -> run.run(all())).as("seed %d", seed).doesNotThrowAnyException();
        }
    }
}
