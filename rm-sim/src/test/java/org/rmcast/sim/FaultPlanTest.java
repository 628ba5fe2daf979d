package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.core.testing.ToyProtocol;

class FaultPlanTest {
    private static final FaultOptions OPTIONS = FaultOptions.between(Duration.ofSeconds(1), Duration.ofSeconds(4));

    private static final Topology TOPOLOGY =
            Topology.twoLevel(2, 4, LinkSettings.parse("delay=2ms"), LinkSettings.parse("delay=1ms,rate=100Mbit"));

    @Test
    void shouldDrawTheSamePlanFromTheSameSeed() {
        assertThat(plan(3)).hasToString(plan(3).toString());
        assertThat(plan(3).toString()).isNotEqualTo(plan(4).toString());
    }

    @Test
    void shouldSpareTheSenderAndEndInTime() {
        for (long seed = 0; seed < 300; seed++) {
            FaultPlan plan = plan(seed);
            assertThat(plan.toString()).doesNotContain("crash of host 0\n").doesNotContain("pause of host 0\n");
            assertThat(plan.faults())
                    .allSatisfy(fault -> assertThat(fault.at()).isBetween(OPTIONS.from(), OPTIONS.healedBy()));
            assertThat(count(plan, "resume")).isEqualTo(count(plan, "pause"));
            assertThat(count(plan, "heal")).isEqualTo(count(plan, "partition"));
            assertThat(count(plan, "restart")).isLessThanOrEqualTo(count(plan, "crash"));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldFindAReliableProtocolCompleteAfterRandomFaults(long seed) {
        long first = runFaults(seed);
        assertThat(runFaults(seed)).isEqualTo(first);
    }

    @Test
    void shouldGiveTheSameDigestOnEveryJdk() {
        assertThat(runFaults(7)).isEqualTo(7698792717508657201L);
    }

    private static long runFaults(long seed) {
        Simulation simulation = Simulation.builder(seed)
                .topology(TOPOLOGY)
                .protocol(new ToyProtocol())
                .gather(Duration.ofNanos(seed % 2 * 100_000))
                .build();
        plan(seed).applyTo(simulation);
        simulation.runUntil(Duration.ofMillis(500));
        simulation.node(0).send(Workload.paced(1_000, 0, 300).withBytes(0, 1_200));
        simulation.runUntil(Duration.ofSeconds(30));
        simulation.checkComplete();
        assertThat(simulation.node(0).isSendingDone()).isTrue();
        return simulation.digest();
    }

    private static long count(FaultPlan plan, String what) {
        return plan.faults().stream()
                .filter(fault -> fault.what().startsWith(what))
                .count();
    }

    private static FaultPlan plan(long seed) {
        return FaultPlan.random(new SplittableRandom(seed), TOPOLOGY, OPTIONS);
    }
}
