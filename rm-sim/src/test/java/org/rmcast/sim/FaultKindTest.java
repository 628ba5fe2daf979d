package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.core.testing.ToyProtocol;

/** Random plans of the kinds of faults that are asked for. */
class FaultKindTest {
    private static final Map<FaultKind, String> WORDS = Map.ofEntries(
            Map.entry(FaultKind.PARTITION, "partition"),
            Map.entry(FaultKind.PAUSE, "pause"),
            Map.entry(FaultKind.CRASH, "crash of"),
            Map.entry(FaultKind.ONE_WAY_CUT, "cut of"),
            Map.entry(FaultKind.DEAFNESS, "does not hear"),
            Map.entry(FaultKind.FLAPPING, "flaps"),
            Map.entry(FaultKind.SLOW_HOST, "each datagram costs"),
            Map.entry(FaultKind.FREEZE, "freeze"),
            Map.entry(FaultKind.ADDRESS_CHANGE, "new address"),
            Map.entry(FaultKind.CLOCK_DRIFT, "clock drift"),
            Map.entry(FaultKind.STORAGE_CRASH, "machine fails"),
            Map.entry(FaultKind.BYZANTINE, "intruder"));

    private static final Topology TOPOLOGY = Topology.star(6, LinkSettings.parse("delay=2ms,rate=100Mbit"));

    private final List<String> intrusions = new ArrayList<>();

    private FaultOptions all() {
        return FaultOptions.between(Duration.ofSeconds(1), Duration.ofSeconds(4))
                .withAllFaults()
                .withStorageCrashes(0)
                .withIntrusion((simulation, host, random, length) -> intrusions.add(host + " " + length));
    }

    @ParameterizedTest
    @EnumSource
    void shouldDrawTheKindThatIsAskedForAndNoOther(FaultKind kind) {
        StringBuilder plans = new StringBuilder();
        for (long seed = 0; seed < 50; seed++) {
            plans.append(FaultPlan.random(new SplittableRandom(seed), TOPOLOGY, all().withOnly(kind)));
        }
        WORDS.forEach((other, word) -> {
            if (other == kind) {
                assertThat(plans).contains(word);
            } else {
                assertThat(plans.toString().replace("uncut", "")).doesNotContain(word);
            }
        });
    }

    @Test
    void shouldSpareHostsAndEndInTime() {
        for (long seed = 0; seed < 200; seed++) {
            FaultPlan plan = FaultPlan.random(
                    new SplittableRandom(seed),
                    TOPOLOGY,
                    all().withMaxFaults(20).withSpared(0, 3));
            assertThat(plan.faults())
                    .allSatisfy(fault -> assertThat(fault.at()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(4)))
                    .filteredOn(fault -> fault.what().endsWith("host 3"))
                    .allMatch(fault -> fault.what().matches(".*(drift|hear).*"));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void shouldFindAReliableProtocolCompleteAfterAllFaults(long seed) {
        FaultOptions options = FaultOptions.between(Duration.ofSeconds(1), Duration.ofSeconds(4))
                .withAllFaults()
                .withMaxFaults(12);
        assertThat(run(seed, options)).isEqualTo(run(seed, options));
    }

    @Test
    void shouldBeginAnIntrusionAtAHostThatIsNotSpared() {
        FaultPlan plan = FaultPlan.random(new SplittableRandom(3), TOPOLOGY, all().withOnly(FaultKind.BYZANTINE));
        Simulation simulation = simulation(3);
        plan.applyTo(simulation);
        simulation.runFor(Duration.ofSeconds(5));
        assertThat(intrusions).isNotEmpty().allMatch(text -> !text.startsWith("0 "));
        assertThat(plan.toString().split("intruder", -1)).hasSize(intrusions.size() + 1);
    }

    @Test
    void shouldRefuseKindsThatLackWhatTheyNeed() {
        FaultOptions plain = FaultOptions.between(Duration.ofSeconds(1), Duration.ofSeconds(4));
        assertThatThrownBy(() -> plain.withWeight(FaultKind.STORAGE_CRASH, 1)).hasMessageContaining("storing hosts");
        assertThatThrownBy(() -> plain.withWeight(FaultKind.BYZANTINE, 1)).hasMessageContaining("intrusion");
        assertThatThrownBy(() -> plain.withWeight(FaultKind.CRASH, -1)).hasMessageContaining("CRASH must be 0 to 1000");
        assertThatThrownBy(() -> plain.withMaxLoss(0.95)).hasMessageContaining("maxLoss must be 0 to 0.9, was 0.95");
    }

    private static long run(long seed, FaultOptions options) {
        Simulation simulation = simulation(seed);
        FaultPlan.random(new SplittableRandom(seed), TOPOLOGY, options).applyTo(simulation);
        simulation.runUntil(Duration.ofMillis(500));
        simulation.node(0).send(Workload.paced(1_000, 0, 300).withBytes(0, 1_200));
        simulation.runUntil(Duration.ofSeconds(40));
        simulation.checkComplete();
        return simulation.digest();
    }

    private static Simulation simulation(long seed) {
        return Simulation.builder(seed)
                .topology(TOPOLOGY)
                .protocol(new ToyProtocol())
                .build();
    }
}
