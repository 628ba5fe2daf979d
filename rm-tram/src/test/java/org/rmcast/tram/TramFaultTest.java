package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.sim.FaultOptions;
import org.rmcast.sim.FaultPlan;
import org.rmcast.sim.InvariantViolation;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.sim.check.Checks;

/**
 * Random groups of 3 to 30 members under random faults: loss, duplicates, reordering, corruption, crashes, restarts,
 * pauses, partitions. The sender stays. Each seed is a scenario; {@code -Drm.seed=N} replays one, {@code -Drm.seeds=N}
 * runs so many, from {@code -Drm.first=N}.
 */
class TramFaultTest {
    static final Duration FAULTS_END = Duration.ofSeconds(12);
    private static final Duration QUIET = Duration.ofSeconds(60);

    @Test
    void shouldKeepItsPromisesUnderRandomFaults() {
        runSeeds(TramConfig.Recovery.LOCAL);
    }

    @Test
    void shouldKeepItsPromisesWithTramPlusPlus() {
        runSeeds(TramConfig.Recovery.REAFFILIATE);
    }

    private static void runSeeds(TramConfig.Recovery recovery) {
        Long one = Long.getLong("rm.seed");
        long first = one != null ? one : Long.getLong("rm.first", 0);
        long count = one != null ? 1 : Long.getLong("rm.seeds", 250);
        Tally tally = new Tally();
        for (long seed = first; seed < first + count; seed++) {
            run(recovery, seed, tally);
        }
        System.out.println(recovery + ": " + count + " runs from seed " + first + ": " + tally);
        // Faults may cost messages, each reported; a protocol that loses most of them would keep no promise.
        assertThat(tally.delivered).as("%s", tally).isGreaterThan(tally.lost * 10);
    }

    /** What all runs together did. */
    static final class Tally {
        long delivered;
        long lost;
        long headChanges;
        long pruned;
        long incomplete;

        void add(Simulation simulation) {
            for (SimNode node : simulation.nodes()) {
                delivered += node.delivered();
                lost += node.reportedLost();
                headChanges += node.events(SessionEvent.RepairHeadChanged.class).size();
                pruned += node.events(SessionEvent.MemberPruned.class).size();
            }
            incomplete +=
                    Objects.requireNonNull(simulation.node(0).closeResult()).complete() ? 0 : 1;
        }

        @Override
        public String toString() {
            return delivered + " messages delivered, " + lost + " reported lost, " + headChanges + " changes of head, "
                    + pruned + " members given up, " + incomplete + " streams closed without everyone";
        }
    }

    /** One run; its digest, see {@link Simulation#digest}. */
    static long run(TramConfig.Recovery recovery, long seed, Tally tally) {
        return run(recovery, seed, TramChecks.kept(FAULTS_END), tally);
    }

    /** One run, with these promises watched. */
    static long run(TramConfig.Recovery recovery, long seed, Checks checks, Tally tally) {
        String replay = "mvn -pl rm-core,rm-sim,rm-tram test -Dtest=TramFaultTest#"
                + (recovery == TramConfig.Recovery.LOCAL
                        ? "shouldKeepItsPromisesUnderRandomFaults"
                        : "shouldKeepItsPromisesWithTramPlusPlus")
                + " -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Drm.seed=" + seed;
        SplittableRandom random = new SplittableRandom(seed);
        Topology topology = topology(random);
        SimulationBuilder builder = Simulation.builder(seed)
                .topology(topology)
                .protocol(new TramProtocol())
                .role(0, Role.SENDER)
                .checks(checks)
                .replayCommand(replay)
                .gather(random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(1))
                .deliveryQueue(1 + random.nextInt(500));
        TramConfig config =
                recovery == TramConfig.Recovery.LOCAL ? config(random) : reaffiliating(config(random), random);
        builder.parameters(config.parameters());
        int heads = random.nextInt(1 + topology.hosts() / 4);
        for (int host = 1; host <= heads; host++) {
            builder.role(host, Role.REPAIR_NODE);
        }
        for (int host = 1; host < topology.hosts(); host++) {
            builder.startAt(host, Duration.ofMillis(random.nextInt(random.nextInt(8) == 0 ? 8_000 : 500)));
        }
        FaultPlan plan = FaultPlan.random(random, topology, FaultOptions.between(Duration.ofSeconds(1), FAULTS_END));
        try {
            Simulation simulation = builder.build();
            plan.applyTo(simulation);
            if (recovery == TramConfig.Recovery.REAFFILIATE) {
                new PermanentAckCheck(simulation, config).start();
            }
            simulation.runFor(Duration.ofMillis(800));
            int messages = 300 + random.nextInt(2_000);
            simulation
                    .node(0)
                    .send(Workload.paced(messages, 1, messages / 10.0)
                            .withBytes(0, random.nextBoolean() ? 300 : 5_000));
            simulation.runUntil(FAULTS_END.plusSeconds(10));
            simulation.node(0).close(QUIET);
            if (!simulation.runUntil(() -> simulation.node(0).closeResult() != null, QUIET.plusSeconds(5))) {
                fail("the sender did not close in time; seed %d; %s", seed, replay);
            }
            simulation.runFor(Duration.ofSeconds(65));
            simulation.checkComplete();
            assertThat(simulation.node(0).accepted())
                    .as("accepted; config %s; replay: %s", config, replay)
                    .isEqualTo(messages);
            tally.add(simulation);
            return simulation.digest();
        } catch (InvariantViolation | IllegalStateException violation) {
            throw new AssertionError(
                    "seed " + seed + ": " + violation.getMessage() + "\nreplay: " + replay + "\nconfig: " + config
                            + "\nfaults:\n" + plan,
                    violation);
        }
    }

    private static Topology topology(RandomGenerator random) {
        LinkSettings access = LinkSettings.parse("delay=" + random.nextInt(5) + "ms,rate=1Gbit");
        int members = 2 + random.nextInt(28);
        if (random.nextBoolean()) {
            return Topology.star(1 + members, access);
        }
        int branches = 1 + random.nextInt(4);
        LinkSettings trunk = LinkSettings.parse("delay=" + random.nextInt(20) + "ms,rate=100Mbit");
        return Topology.twoLevel(branches, Math.max(1, members / branches), trunk, access);
    }

    private static TramConfig config(RandomGenerator random) {
        TramConfig config = TramConfig.defaults().with("senderSilence", "5s").with("canBeHead", random.nextInt(4) != 0);
        if (random.nextInt(3) == 0) {
            config = config.with("ackWindow", 8)
                    .with("windowStart", 64)
                    .with("windowMax", 128)
                    .with("cachePackets", 400);
        }
        if (random.nextInt(4) == 0) {
            config = config.with("maxMembers", 2 + random.nextInt(6));
        }
        if (random.nextInt(4) == 0) {
            config = config.with("lanElection", true);
        }
        if (random.nextInt(4) == 0) {
            config = config.with("lateJoin", "limited-recovery");
        }
        if (random.nextInt(6) == 0) {
            config = config.with("promptNak", false).with("multicastRepairMembers", 1);
        }
        if (random.nextInt(6) == 0) {
            config = config.with("advertisementInterval", "300ms");
        }
        return config;
    }

    private static TramConfig reaffiliating(TramConfig base, RandomGenerator random) {
        TramConfig config = base.with("recovery", "reaffiliate");
        config = switch (random.nextInt(4)) {
            case 0 -> config.with("headCachePackets", 200);
            case 1 ->
                config.with("headCachePackets", 200)
                        .with("headCacheLowMark", 32)
                        .with("headCacheHighMark", 120);
            case 2 -> config.with("headCachePackets", 512);
            default -> config;
        };
        config = switch (random.nextInt(4)) {
            case 0 -> config.with("slowReceivers", "block");
            case 1 ->
                config.with("slowReceivers", "spill")
                        .with("prunePatience", "2s")
                        .with("spillPatience", "5s");
            case 2 -> config.with("slowReceivers", "prune").with("pruneUnsatisfiedShare", 0.01);
            default ->
                config.with("pruneReaffiliations", 5)
                        .with("pruneMinRate", 10_000)
                        .with("prunePatience", "2s");
        };
        return random.nextInt(3) == 0
                ? config.with("windowStart", 64)
                        .with("windowMax", Math.max(128, Math.min(256, config.windowMax)))
                        .with("cachePackets", 512)
                        .with("prunePatience", "500ms")
                : config;
    }
}
