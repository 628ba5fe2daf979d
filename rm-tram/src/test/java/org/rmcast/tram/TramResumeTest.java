package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionEvent.StorageTrouble;
import org.rmcast.api.SessionEvent.StorageTroubleKind;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.MemoryPacketStore;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * A sender with storage that crashes and resumes. Each seed is a scenario; {@code -Drm.seed=N} replays one, {@code
 * -Drm.seeds=N} runs so many.
 */
class TramResumeTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long PLENTY = 1L << 30;

    @Test
    void shouldLoseAndRepeatNothingWhenTheSenderResumes() {
        Long one = Long.getLong("rm.seed");
        long first = one != null ? one : 0;
        long count = one != null ? 1 : Long.getLong("rm.seeds", 60);
        for (long seed = first; seed < first + count; seed++) {
            run(seed);
        }
    }

    private static void run(long seed) {
        String replay =
                "mvn -pl rm-core,rm-sim,rm-tram test -Dtest=TramResumeTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -Drm.seed=" + seed;
        SplittableRandom random = new SplittableRandom(seed);
        int receivers = 1 + random.nextInt(12);
        int heads = random.nextInt(3);
        SimulationBuilder builder = Simulation.builder(seed)
                .topology(topology(random, 1 + heads + receivers))
                .protocol(new TramProtocol())
                .parameters(config(random).parameters())
                .storage(0, random.nextInt(3) == 0 ? 400_000 : PLENTY)
                .gather(random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(1))
                .deliveryQueue(1 + random.nextInt(500))
                .replayCommand(replay);
        for (int host = 1; host <= heads; host++) {
            builder.role(host, Role.REPAIR_NODE);
        }
        try {
            Simulation simulation = builder.build();
            int present = simulation.topology().hosts() - 1 - heads;
            join(simulation, present);
            long messages = 500L + random.nextInt(4_000);
            int maxBytes = random.nextBoolean() ? 300 : 5_000;
            send(simulation, messages, maxBytes, random);
            for (int crashes = 1 + random.nextInt(3); crashes > 0; crashes--) {
                simulation.runFor(Duration.ofMillis(random.nextInt(3_000)));
                simulation.node(0).crash();
                simulation.runFor(Duration.ofMillis(random.nextInt(random.nextBoolean() ? 200 : 6_000)));
                simulation.node(0).restart();
                send(simulation, messages - simulation.node(0).accepted(), maxBytes, random);
            }
            close(simulation, messages);
            assertThat(simulation.node(0).memberId()).isEqualTo(1_000);
            for (SimNode node : simulation.nodes()) {
                if (node.role() == Role.RECEIVER) {
                    assertThat(node.delivered()).as("host %d", node.index()).isEqualTo(messages);
                    assertThat(node.reportedLost()).as("host %d", node.index()).isZero();
                }
            }
        } catch (IllegalStateException | AssertionError failure) {
            throw new AssertionError("seed " + seed + ": " + failure.getMessage() + "\nreplay: " + replay, failure);
        }
    }

    private static Topology topology(RandomGenerator random, int hosts) {
        String loss = random.nextBoolean() ? "" : ",loss=" + (1 + random.nextInt(5)) + "%";
        LinkSettings access = LinkSettings.parse("delay=" + random.nextInt(5) + "ms,rate=1Gbit" + loss);
        if (random.nextBoolean()) {
            return Topology.star(hosts, access);
        }
        int branches = 1 + random.nextInt(3);
        LinkSettings trunk = LinkSettings.parse("delay=" + random.nextInt(20) + "ms,rate=100Mbit");
        return Topology.twoLevel(branches, Math.max(1, (hosts - 1) / branches), trunk, access);
    }

    private static TramConfig config(RandomGenerator random) {
        TramConfig config = TramConfig.defaults().with("canBeHead", random.nextInt(4) != 0);
        if (random.nextInt(3) == 0) {
            config = config.with("ackWindow", 8)
                    .with("windowStart", 64)
                    .with("windowMax", 128)
                    .with("cachePackets", 400);
        }
        if (random.nextInt(3) == 0) {
            config = config.with("recovery", "reaffiliate");
        }
        if (random.nextInt(6) == 0) {
            config = config.with("promptNak", false).with("multicastRepairMembers", 1);
        }
        return config;
    }

    private static void join(Simulation simulation, int receivers) {
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == receivers, SECOND.multipliedBy(20)))
                .as("receivers that joined: %s of %s", simulation.node(0).receiverCount(), receivers)
                .isTrue();
    }

    private static void send(Simulation simulation, long messages, int maxBytes, RandomGenerator random) {
        Workload workload =
                random.nextBoolean() ? Workload.unpaced(messages, 1) : Workload.paced(messages, 1, messages / 4.0 + 1);
        simulation.node(0).send(workload.withBytes(0, maxBytes));
    }

    private static void close(Simulation simulation, long messages) {
        FlushResult result = resultOfClose(simulation, messages);
        assertThat(result.complete()).as("%s", result).isTrue();
    }

    private static FlushResult resultOfClose(Simulation simulation, long messages) {
        SimNode sender = simulation.node(0);
        assertThat(simulation.runUntil(sender::isSendingDone, SECOND.multipliedBy(120)))
                .as("all %s messages accepted, were %s", messages, sender.accepted())
                .isTrue();
        sender.close(SECOND.multipliedBy(60));
        assertThat(simulation.runUntil(() -> sender.closeResult() != null, SECOND.multipliedBy(65)))
                .isTrue();
        simulation.runFor(SECOND.multipliedBy(2));
        simulation.checkComplete();
        return Objects.requireNonNull(sender.closeResult());
    }

    private static SimulationBuilder star(int receivers) {
        return Simulation.builder(7)
                .topology(Topology.star(receivers + 1, LinkSettings.parse("delay=1ms,rate=100Mbit")))
                .protocol(new TramProtocol())
                .storage(0, PLENTY);
    }

    private static MemoryPacketStore storage(Simulation simulation) {
        return Objects.requireNonNull(simulation.node(0).storage());
    }

    @Test
    void shouldNameExactlyWhatDamagedStorageCosts() {
        Simulation simulation = star(3).parameters(TramConfig.defaults()
                        .with("cachePackets", 10_000)
                        .with("helloInterval", "1s")
                        .parameters())
                .build();
        join(simulation, 3);
        simulation.node(0).send(Workload.paced(3_000, 1_000, 1_000));
        simulation.runFor(SECOND);
        simulation.partition(List.of(3));
        simulation.runFor(SECOND);
        simulation.node(0).crash();
        MemoryPacketStore store = storage(simulation);
        long first = store.limit() - 200;
        store.damage(first, first + 50);
        store.damage(first + 100, first + 101);
        simulation.node(0).restart();
        simulation.heal();
        simulation.node(0).send(Workload.unpaced(3_000 - simulation.node(0).accepted(), 1_000));
        FlushResult closed = resultOfClose(simulation, 3_000);
        assertThat(closed.complete()).isFalse();
        assertThat(closed.missing())
                .extracting(FlushResult.Laggard::memberId)
                .containsExactly(simulation.node(3).memberId());
        List<StorageTrouble> troubles = simulation.node(0).events(StorageTrouble.class);
        assertThat(troubles).hasSize(2).allMatch(trouble -> trouble.kind() == StorageTroubleKind.DAMAGED);
        assertThat(troubles.get(0).firstPacket()).isEqualTo(first);
        assertThat(troubles.get(0).limitPacket()).isEqualTo(first + 50);
        List<SessionEvent.MessagesLost> lost = simulation.node(3).events(SessionEvent.MessagesLost.class);
        assertThat(lost).hasSize(2);
        for (int i = 0; i < 2; i++) {
            assertThat(lost.get(i).firstMessage()).isEqualTo(troubles.get(i).firstMessage());
            assertThat(lost.get(i).limitMessage()).isEqualTo(troubles.get(i).limitMessage());
        }
        for (int host = 1; host <= 2; host++) {
            assertThat(simulation.node(host).delivered()).isEqualTo(3_000);
        }
        assertThat(simulation.node(3).delivered() + simulation.node(3).reportedLost())
                .isEqualTo(3_000);
    }

    /** Message numbers go back, packet numbers do not: who has the old packets leaves the repeated messages out. */
    @Test
    void shouldRepeatNothingThoughTheNewestPacketsAreLost() {
        for (int seed = 0; seed < 48; seed++) {
            boolean lossy = seed % 2 == 1;
            Simulation simulation = Simulation.builder(seed)
                    .topology(
                            Topology.star(6, LinkSettings.parse("delay=1ms,rate=100Mbit" + (lossy ? ",loss=2%" : ""))))
                    .protocol(new TramProtocol())
                    .role(1, Role.REPAIR_NODE)
                    .storage(0, PLENTY)
                    .build();
            join(simulation, 4);
            simulation.node(0).send(Workload.paced(3_000, 700, 1_000));
            simulation.runFor(Duration.ofMillis(1_000 + 37 * (seed % 16)));
            simulation.partition(List.of(3));
            simulation.runFor(Duration.ofMillis(20L * (seed % 16)));
            simulation.node(0).crash();
            storage(simulation).loseTail(1 + 7L * (seed % 16), 50_000);
            simulation.node(0).restart();
            simulation.heal();
            simulation.node(0).send(Workload.paced(3_000 - simulation.node(0).accepted(), 700, 1_000));
            FlushResult closed = resultOfClose(simulation, 3_000);
            List<Long> losers = new ArrayList<>();
            for (int host = 2; host <= 5; host++) {
                // Who had a gap in front of packets that the sender has lost can fill it only out of order: it says so.
                SimNode node = simulation.node(host);
                assertThat(node.delivered() + node.reportedLost())
                        .as("seed %d, host %d", seed, host)
                        .isEqualTo(3_000);
                if (node.reportedLost() > 0) {
                    losers.add(node.memberId());
                }
            }
            assertThat(closed.missing())
                    .as("seed %d", seed)
                    .extracting(FlushResult.Laggard::memberId)
                    .containsExactlyInAnyOrderElementsOf(losers);
            assertThat(closed.complete()).as("seed %d", seed).isEqualTo(losers.isEmpty());
        }
    }

    @Test
    void shouldWaitWhileTheDiskIsFull() {
        Simulation simulation = star(3).parameters(
                        TramConfig.defaults().with("sendBufferBytes", 10_000).parameters())
                .build();
        join(simulation, 3);
        simulation.node(0).send(Workload.unpaced(2_000, 1_000));
        simulation.runFor(Duration.ofMillis(20));
        storage(simulation).setFull(true);
        simulation.runFor(SECOND.multipliedBy(5));
        long accepted = simulation.node(0).accepted();
        assertThat(simulation.node(0).isSendingDone()).isFalse();
        assertThat(simulation.node(0).events(StorageTrouble.class))
                .extracting(StorageTrouble::kind)
                .containsExactly(StorageTroubleKind.DISK_FULL);
        simulation.runFor(SECOND.multipliedBy(5));
        assertThat(simulation.node(0).accepted()).isEqualTo(accepted);
        storage(simulation).setFull(false);
        close(simulation, 2_000);
        for (int host = 1; host <= 3; host++) {
            assertThat(simulation.node(host).delivered()).isEqualTo(2_000);
        }
    }

    /** A disk may fail under a packet for which it had room: nobody has seen that packet, and nobody misses its messages. */
    @Test
    void shouldWaitWhenTheDiskFailsUnderAPacket() {
        for (int bytes : new int[] {1_000, 100, 5_000}) {
            int messages = 3_000_000 / bytes;
            Simulation simulation = star(3).parameters(TramConfig.defaults()
                            .with("sendBufferBytes", 10_000)
                            .parameters())
                    .build();
            join(simulation, 3);
            simulation.node(0).send(Workload.unpaced(messages, bytes));
            simulation.runFor(Duration.ofMillis(20));
            storage(simulation).failNextAppend();
            simulation.runFor(SECOND);
            assertThat(simulation.node(0).isSendingDone()).isFalse();
            long limit = storage(simulation).limit();
            SimFlush early = simulation.node(0).flush(SECOND);
            simulation.runFor(SECOND.multipliedBy(2));
            assertThat(storage(simulation).limit()).isEqualTo(limit);
            assertThat(early.isComplete()).as("messages wait for the disk").isFalse();
            storage(simulation).setFull(false);
            close(simulation, messages);
            for (int host = 1; host <= 3; host++) {
                assertThat(simulation.node(host).delivered()).isEqualTo(messages);
                assertThat(simulation.node(host).reportedLost()).isZero();
            }
        }
    }

    @Test
    void shouldAnswerNoFlushBeforeThoseWhoStayedCouldComeBack() {
        Simulation simulation = star(2).parameters(
                        TramConfig.defaults().with("resumeHold", "4s").parameters())
                .build();
        join(simulation, 2);
        simulation.node(0).send(Workload.unpaced(500, 1_000));
        simulation.runFor(Duration.ofMillis(20));
        simulation.node(0).crash();
        simulation.node(1).crash();
        simulation.node(2).crash();
        simulation.node(0).restart();
        long low = storage(simulation).low();
        SimFlush flush = simulation.node(0).flush(SECOND.multipliedBy(10));
        SimFlush early = simulation.node(0).flush(SECOND);
        simulation.runFor(Duration.ofMillis(3_900));
        assertThat(flush.isDone()).isFalse();
        assertThat(early.isDone()).isTrue();
        assertThat(early.isComplete()).isFalse();
        assertThat(storage(simulation).low()).isEqualTo(low);
        simulation.runFor(SECOND);
        assertThat(flush.isComplete()).isTrue();
    }

    @Test
    void shouldHoldMoreInStorageThanInMemory() {
        Simulation simulation = star(2).parameters(TramConfig.defaults()
                        .with("windowStart", 64)
                        .with("windowMax", 128)
                        .with("ackWindow", 16)
                        .with("cachePackets", 400)
                        .parameters())
                .build();
        join(simulation, 2);
        simulation.node(0).send(Workload.unpaced(3_000, 1_000));
        simulation.runFor(Duration.ofMillis(50));
        assertThat(simulation.node(0).statistics().get(EngineMeter.BUFFER_PACKETS))
                .isLessThanOrEqualTo(400);
        close(simulation, 3_000);
    }
}
