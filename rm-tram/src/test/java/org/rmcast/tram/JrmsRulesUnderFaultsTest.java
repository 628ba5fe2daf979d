package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.Role;
import org.rmcast.sim.FaultOptions;
import org.rmcast.sim.FaultPlan;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * Random groups with the preset paper, all of JRMS's rules, under random faults: what is delivered is in order and once, memory is bounded, and in
 * the end who is there has everything, or was told what it lost. Times are JRMS's, so in the end is late.
 *
 * <p>{@code -Drm.seed=N} replays one seed, {@code -Drm.seeds=N} runs so many.
 */
class JrmsRulesUnderFaultsTest {
    private static final Duration FORMED = Duration.ofSeconds(60);
    private static final Duration HEALED = Duration.ofSeconds(90);
    private static final Duration LATE = Duration.ofHours(2);
    private static final int SEEDS = 25;

    static LongStream seeds() {
        Long one = Long.getLong("rm.seed");
        return one != null ? LongStream.of(one) : LongStream.range(0, Integer.getInteger("rm.seeds", SEEDS));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldKeepItsPromises(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Topology topology =
                Topology.star(3 + random.nextInt(8), LinkSettings.parse("delay=" + (1 + random.nextInt(40)) + "ms"));
        Simulation simulation = group(seed, random, topology).build();
        FaultPlan plan = FaultPlan.random(random, topology, FaultOptions.between(FORMED, HEALED));
        plan.applyTo(simulation);
        String replay = "replay with -Drm.seed=" + seed + "; faults:\n" + plan;
        simulation.runUntil(FORMED);
        int messages = 300 + random.nextInt(1_500);
        SimNode sender = simulation.node(0);
        sender.send(Workload.paced(messages, 1_000, 20 + random.nextInt(60)));
        assertThat(simulation.runUntil(sender::isSendingDone, LATE)).as(replay).isTrue();
        sender.close(LATE);
        assertThat(simulation.runUntil(() -> sender.closeResult() != null, LATE.plusMinutes(1)))
                .as(replay)
                .isTrue();
        simulation.runFor(Duration.ofMinutes(20));
        simulation.checkComplete();
        assertThat(sender.accepted()).as(replay).isEqualTo(messages);
    }

    private static SimulationBuilder group(long seed, SplittableRandom random, Topology topology) {
        TramConfig config = TramConfig.paper();
        if (random.nextBoolean()) {
            config = config.with("recovery", "reaffiliate");
        }
        if (random.nextInt(3) == 0) {
            config = config.with("cachePackets", 300).with("headCachePackets", 300);
        }
        SimulationBuilder builder = Simulation.builder(seed)
                .topology(topology)
                .protocol(new TramProtocol())
                .parameters(
                        config.with("maxRate", 40_000 + random.nextInt(100_000)).parameters())
                .traceLines(50);
        int heads = random.nextInt(1 + topology.hosts() / 3);
        for (int host = 1; host <= heads; host++) {
            builder.role(host, Role.REPAIR_NODE);
        }
        return builder;
    }
}
