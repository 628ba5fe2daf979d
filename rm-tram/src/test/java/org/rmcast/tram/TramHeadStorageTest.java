package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionEvent.StorageTrouble;
import org.rmcast.api.SessionEvent.StorageTroubleKind;
import org.rmcast.sim.Consumption;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.MemoryPacketStore;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * A repair head with storage (host 1) between the sender (0) and its receivers (2 to 5); host 2 is the one that is cut off or slow. The
 * head holds 512 packets in memory, and host 2 misses some thousands.
 */
class TramHeadStorageTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final LinkSettings LINK = LinkSettings.parse("delay=1ms,rate=1Gbit");
    private static final int MESSAGES = 12_000;
    private static final int BYTES = 1_000;
    private static final double PER_SECOND = 2_000;
    private static final int HEAD = 1;
    private static final int SLOW = 2;
    private static final List<Integer> OTHERS = List.of(3, 4, 5);
    private static final long PLENTY = 1L << 26;

    @Test
    void shouldRepairOutOfStorageWhoWasCutOffRatherThanFromTheSender() {
        Figures without = cutOff(start(spill(), 0));
        assertThat(without.bySender).as("%s", without).isGreaterThan(7_000);
        assertThat(without.byHead).as("%s", without).isLessThan(1_000);
        requireAllFromTheHead(without, cutOff(start(spill(), PLENTY)), MESSAGES);
    }

    /** Host 2 hears nothing for four seconds of a stream of six. */
    private static Figures cutOff(Simulation simulation) {
        send(simulation, MESSAGES);
        simulation.runFor(SECOND.dividedBy(2));
        simulation.accessLink(SLOW).cut();
        simulation.runFor(SECOND.multipliedBy(4));
        simulation.accessLink(SLOW).uncut();
        simulation.runFor(SECOND.multipliedBy(3).dividedBy(2));
        return figures(simulation);
    }

    @Test
    void shouldServeASlowApplicationOutOfStorage() {
        Figures without = slowApplication(start(spill(), 0));
        assertThat(without.bySender).as("%s", without).isGreaterThan(7_000);
        requireAllFromTheHead(without, slowApplication(start(spill(), PLENTY)), MESSAGES);
    }

    private static Figures slowApplication(Simulation simulation) {
        simulation.node(SLOW).consume(Consumption.rate(PER_SECOND / 2));
        send(simulation, MESSAGES);
        simulation.runFor(SECOND.multipliedBy(6));
        return figures(simulation);
    }

    @Test
    void shouldServeABadLinkOutOfStorage() {
        Figures without = badLink(start(spill(), 0));
        assertThat(without.bySender).as("%s", without).isGreaterThan(7_000);
        requireAllFromTheHead(without, badLink(start(spill(), PLENTY)), MESSAGES);
    }

    private static Figures badLink(Simulation simulation) {
        simulation.accessLink(SLOW).impair(LINK.withLoss(0.6));
        send(simulation, MESSAGES);
        simulation.runFor(SECOND.multipliedBy(6));
        simulation.accessLink(SLOW).impair(LINK);
        return figures(simulation);
    }

    /** In TRAM a member that was given up finds what it missed at its head, though the sender has long let go of it. */
    @Test
    void shouldTakeBackWhoWasGivenUpAndLoseNothing() {
        Figures without = givenUp(start(local(), 0));
        assertThat(without.lost).as("%s", without).isGreaterThan(25_000);
        requireAllFromTheHead(without, givenUp(start(local(), PLENTY)), 50_000);
    }

    private static Figures givenUp(Simulation simulation) {
        send(simulation, 50_000);
        simulation.runFor(SECOND.dividedBy(2));
        simulation.accessLink(SLOW).cut();
        simulation.runFor(SECOND.multipliedBy(15));
        simulation.accessLink(SLOW).uncut();
        simulation.runFor(SECOND.multipliedBy(19).dividedBy(2));
        return figures(simulation);
    }

    /** The sender's cache is full of what one has yet to confirm: it is forgotten there, and nobody is pruned who gets it at its head. */
    @Test
    void shouldKeepAMemberThoughTheSenderForgotWhatItMisses() {
        TramConfig config = spill().with("cachePackets", 1_200).with("prunePatience", "200ms");
        Simulation bare = start(config, 0);
        Figures without = cutOff(bare);
        assertThat(without.lost).as("%s", without).isGreaterThan(6_000);
        assertThat(bare.node(HEAD).events(SessionEvent.MemberPruned.class))
                .extracting(SessionEvent.MemberPruned::cause)
                .contains(EventCause.NOT_HELD);
        Simulation storing = start(config, PLENTY);
        requireAllFromTheHead(without, cutOff(storing), MESSAGES);
        assertThat(storing.node(HEAD).events(SessionEvent.MemberPruned.class)).isEmpty();
    }

    /** The sender stops for {@code prunePatience} once, as without storage at the head, and not each time that its cache is full again. */
    @Test
    void shouldStopTheSenderNoLongerThanOneThatWasPruned() {
        TramConfig config = spill().with("cachePackets", 1_200);
        Simulation bare = start(config, 0);
        stopWithAFullCache(bare);
        Simulation storing = start(config, PLENTY);
        stopWithAFullCache(storing);
        storing.accessLink(SLOW).uncut();
        storing.runFor(SECOND.multipliedBy(3));
        Figures figures = figures(storing);
        assertThat(figures.delivered).as("%s", figures).isEqualTo(MESSAGES);
        assertThat(figures.byHead).as("%s", figures).isGreaterThan(MESSAGES * 3 / 4);
        assertThat(figures.bySender).as("%s", figures).isZero();
    }

    private static void stopWithAFullCache(Simulation simulation) {
        send(simulation, MESSAGES);
        simulation.runFor(SECOND.dividedBy(2));
        simulation.accessLink(SLOW).cut();
        simulation.runFor(SECOND.multipliedBy(10));
        assertThat(simulation.node(3).delivered()).isLessThan(MESSAGES / 4);
        simulation.runFor(SECOND.multipliedBy(2));
        assertThat(simulation.node(3).delivered()).isEqualTo(MESSAGES);
    }

    @Test
    void shouldLetTheOldestGoWhereTheBoundIsReached() {
        long bound = 4_000_000;
        Simulation simulation = start(spill(), bound);
        Figures figures = cutOff(simulation);
        assertThat(storage(simulation).bytes()).isBetween(bound * 9 / 10, bound);
        assertThat(figures.delivered).as("%s", figures).isEqualTo(MESSAGES);
        assertThat(figures.othersAtTheEnd).as("%s", figures).isGreaterThan(MESSAGES - 100);
        assertThat(figures.bySender).as("what had gone: %s", figures).isBetween(3_000L, 6_000L);
        assertThat(figures.byHead).as("what had not: %s", figures).isGreaterThan(3_000L);
    }

    /** In TRAM the group waits in the end for whom it has taken back, and the head lets go of nothing that this one has yet to get. */
    @Test
    void shouldHoldForItsMembersInTramWhateverTheBound() {
        Simulation simulation = start(local(), 12_000_000);
        send(simulation, 2 * MESSAGES);
        simulation.runFor(SECOND.dividedBy(2));
        simulation.accessLink(SLOW).cut();
        simulation.runFor(SECOND.multipliedBy(4));
        simulation.node(SLOW).consume(Consumption.rate(PER_SECOND / 4));
        simulation.accessLink(SLOW).uncut();
        simulation.runFor(SECOND.multipliedBy(8));
        simulation.node(SLOW).consume(Consumption.immediate());
        Figures figures = figures(simulation);
        assertThat(figures.lost).as("%s", figures).isZero();
        assertThat(figures.delivered).as("%s", figures).isEqualTo(2 * MESSAGES);
    }

    @Test
    void shouldGoOnWhileTheDiskIsFullAndUseItAgainAfterwards() {
        Simulation simulation = start(spill(), PLENTY);
        simulation.after(SECOND, () -> storage(simulation).setFull(true));
        simulation.after(SECOND.multipliedBy(5), () -> storage(simulation).setFull(false));
        requireGoesOn(simulation, StorageTroubleKind.DISK_FULL);
        assertThat(storage(simulation).packets()).isGreaterThan(1_000);
    }

    @Test
    void shouldGoOnWhenTheDiskFailsUnderAPacket() {
        Simulation simulation = start(spill(), PLENTY);
        simulation.after(SECOND, () -> storage(simulation).failNextAppend());
        requireGoesOn(simulation, StorageTroubleKind.DISK_FULL);
    }

    @Test
    void shouldAskFurtherUpForWhatIsDamaged() {
        Simulation simulation = start(spill(), PLENTY);
        simulation.after(
                SECOND.multipliedBy(4),
                () -> storage(simulation).damage(2_000, storage(simulation).limit()));
        requireGoesOn(simulation, StorageTroubleKind.DAMAGED);
        assertThat(simulation.node(SLOW).events(SessionEvent.ReceptionStalled.class))
                .isEmpty();
        assertThat(repairs(simulation, HEAD)).isGreaterThan(1_000);
    }

    private static void requireGoesOn(Simulation simulation, StorageTroubleKind trouble) {
        Figures figures = cutOff(simulation);
        assertThat(simulation.node(HEAD).events(StorageTrouble.class))
                .extracting(StorageTrouble::kind)
                .containsExactly(trouble);
        assertThat(figures.delivered).as("%s", figures).isEqualTo(MESSAGES);
        assertThat(figures.othersAtTheEnd).as("%s", figures).isGreaterThan(MESSAGES - 100);
        assertThat(figures.bySender)
                .as("what the head no longer held: %s", figures)
                .isGreaterThan(1_000);
    }

    @Test
    void shouldBeginAnewWithTheNextStream() {
        Simulation simulation = describe(spill(), PLENTY)
                .role(5, Role.SENDER)
                .parameters(5, spill().with("maxMembers", 1).parameters())
                .startAt(5, SECOND.multipliedBy(3))
                .build();
        SimNode first = simulation.node(0);
        SimNode second = simulation.node(5);
        first.send(Workload.paced(4_000, BYTES, PER_SECOND));
        simulation.runUntil(SECOND.multipliedBy(4));
        first.close(SECOND.multipliedBy(10));
        assertThat(simulation.runUntil(() -> second.receiverCount() == 3, SECOND.multipliedBy(10)))
                .isTrue();
        long headId = simulation.node(HEAD).memberId();
        assertThat(simulation.runUntil(
                        () -> simulation.node(SLOW).statistics().get(TramMeter.HEAD_ID) == headId,
                        SECOND.multipliedBy(20)))
                .isTrue();
        long before = repairs(simulation, HEAD);
        long delivered = simulation.node(SLOW).delivered();
        second.send(Workload.paced(MESSAGES, BYTES, PER_SECOND));
        simulation.runFor(SECOND);
        assertThat(storage(simulation).low()).isEqualTo(1);
        assertThat(storage(simulation).limit())
                .as("the second stream's, not the first's")
                .isLessThan(3_000);
        simulation.accessLink(SLOW).cut();
        simulation.runFor(SECOND.multipliedBy(4));
        simulation.accessLink(SLOW).uncut();
        simulation.runFor(SECOND.multipliedBy(3));
        assertThat(simulation.node(SLOW).delivered() - delivered).isEqualTo(MESSAGES);
        // Some it asked the sender for, while it did not know whether its head was there.
        assertThat(repairs(simulation, HEAD) - before)
                .as("more than there is memory for")
                .isGreaterThan(2_000);
    }

    @Test
    void shouldBeginAnewWhenTheHeadStartsAgain() {
        Simulation simulation = start(spill(), PLENTY);
        send(simulation, MESSAGES);
        simulation.runFor(SECOND.multipliedBy(2));
        simulation.node(HEAD).restart();
        assertThat(storage(simulation).packets()).isZero();
        finish(simulation);
        assertThat(storage(simulation).low()).isGreaterThan(3_000);
        for (int host = SLOW; host <= 5; host++) {
            assertThat(simulation.node(host).delivered()).as("host %d", host).isEqualTo(MESSAGES);
        }
    }

    /** Nobody loses anything that the sender holds, or without being told, whatever becomes of the heads' disks and of the network. */
    @Test
    void shouldLoseNothingWhateverBecomesOfTheDisk() {
        Long one = Long.getLong("rm.seed");
        long first = one != null ? one : 0;
        long count = one != null ? 1 : Long.getLong("rm.seeds", 30);
        for (long seed = first; seed < first + count; seed++) {
            try {
                runWithFaults(seed);
            } catch (IllegalStateException | AssertionError failure) {
                throw new AssertionError("seed " + seed + ": " + failure.getMessage(), failure);
            }
        }
    }

    private static void runWithFaults(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean forAll = seed % 3 == 0;
        TramConfig config = (forAll ? local() : spill()).with("canBeHead", random.nextBoolean());
        Simulation simulation = Simulation.builder(seed)
                .topology(Topology.twoLevel(2, 5, LINK, LINK.withLoss(random.nextInt(4) / 100.0)))
                .protocol(new TramProtocol())
                .parameters(config.parameters())
                .role(1, Role.REPAIR_NODE)
                .role(6, Role.REPAIR_NODE)
                .storage(1, 200_000L << random.nextInt(8))
                .storage(6, 200_000L << random.nextInt(8))
                .traceLines(0)
                .build();
        new PermanentAckCheck(simulation, config).start();
        simulation.runUntil(() -> simulation.node(0).receiverCount() == 8, SECOND.multipliedBy(10));
        send(simulation, MESSAGES);
        for (int faults = 4 + random.nextInt(8); faults > 0; faults--) {
            addFault(simulation, random);
        }
        simulation.runFor(SECOND.multipliedBy(15));
        finish(simulation);
        for (SimNode node : simulation.nodes()) {
            if (node.role() == Role.RECEIVER) {
                // In TRAM the sender does not wait for whom it has given up.
                long told = forAll ? node.reportedLost() : 0;
                assertThat(node.delivered() + told).as("host %d", node.index()).isEqualTo(MESSAGES);
            }
        }
    }

    private static void addFault(Simulation simulation, RandomGenerator random) {
        Duration from = Duration.ofMillis(random.nextInt(5_000));
        Duration until = from.plus(Duration.ofMillis(random.nextInt(4_000)));
        int head = random.nextBoolean() ? 1 : 6;
        int host = 1 + random.nextInt(10);
        switch (random.nextInt(4)) {
            case 0 -> {
                simulation.after(from, () -> storage(simulation, head).setFull(true));
                simulation.after(until, () -> storage(simulation, head).setFull(false));
            }
            case 1 ->
                simulation.after(from, () -> {
                    MemoryPacketStore store = storage(simulation, head);
                    store.damage(store.low() + random.nextInt(500), store.limit() - random.nextInt(500));
                });
            case 2 -> simulation.after(from, () -> storage(simulation, head).failNextAppend());
            default -> {
                simulation.after(from, () -> simulation.accessLink(host).cut());
                simulation.after(until, () -> simulation.accessLink(host).uncut());
            }
        }
    }

    /**
     * @param bySender repairs that the sender sent
     * @param byHead repairs that the head sent
     * @param delivered messages that host 2 got
     * @param lost messages that it did not
     * @param othersAtTheEnd how many each of the others had when the stream should be over
     */
    private record Figures(long bySender, long byHead, long delivered, long lost, long othersAtTheEnd) {}

    /** Without storage at the head, and with it. The others have all in time in both cases: nobody waits for host 2. */
    private static void requireAllFromTheHead(Figures without, Figures with, long messages) {
        assertThat(with.bySender).as("%s, before: %s", with, without).isZero();
        assertThat(with.byHead).as("%s", with).isGreaterThan(messages / 2);
        assertThat(with.delivered).as("%s", with).isEqualTo(messages);
        assertThat(with.lost).as("%s", with).isZero();
        assertThat(with.othersAtTheEnd).as("%s", with).isGreaterThan(messages - 100);
        assertThat(without.othersAtTheEnd).as("%s", without).isGreaterThan(messages - 100);
    }

    private static Figures figures(Simulation simulation) {
        long others = OTHERS.stream()
                .mapToLong(host -> simulation.node(host).delivered())
                .min()
                .orElseThrow();
        finish(simulation);
        return new Figures(
                repairs(simulation, 0),
                repairs(simulation, HEAD),
                simulation.node(SLOW).delivered(),
                simulation.node(SLOW).reportedLost(),
                others);
    }

    private static long repairs(Simulation simulation, int host) {
        return simulation.node(host).statistics().get(EngineMeter.REPAIRS_SENT);
    }

    private static TramConfig small() {
        return TramConfig.defaults().with("windowMax", 256).with("headCachePackets", 512);
    }

    private static TramConfig local() {
        return small().with("cachePackets", 600);
    }

    private static TramConfig spill() {
        return small().with("cachePackets", 65_536)
                .with("recovery", "reaffiliate")
                .with("slowReceivers", "spill")
                .with("canBeHead", false);
    }

    private static SimulationBuilder describe(TramConfig config, long storageBytes) {
        SimulationBuilder builder = Simulation.builder(7)
                .topology(Topology.star(6, LINK))
                .protocol(new TramProtocol())
                .parameters(config.parameters())
                .role(HEAD, Role.REPAIR_NODE)
                .traceLines(0);
        if (storageBytes > 0) {
            builder.storage(HEAD, storageBytes);
        }
        for (int host = SLOW; host <= 5; host++) {
            builder.startAt(host, SECOND.dividedBy(2));
        }
        return builder;
    }

    private static Simulation start(TramConfig config, long storageBytes) {
        Simulation simulation = describe(config, storageBytes).build();
        new PermanentAckCheck(simulation, config).start();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == 4, SECOND.multipliedBy(5)))
                .isTrue();
        for (int host = SLOW; host <= 5; host++) {
            assertThat(simulation.node(host).statistics().get(TramMeter.HEAD_ID))
                    .isEqualTo(simulation.node(HEAD).memberId());
        }
        simulation.runUntil(SECOND.multipliedBy(2));
        return simulation;
    }

    private static void send(Simulation simulation, long messages) {
        simulation.node(0).send(Workload.paced(messages, BYTES, PER_SECOND));
    }

    private static void finish(Simulation simulation) {
        SimNode sender = simulation.node(0);
        assertThat(simulation.runUntil(sender::isSendingDone, SECOND.multipliedBy(60)))
                .isTrue();
        sender.close(SECOND.multipliedBy(60));
        assertThat(simulation.runUntil(() -> sender.closeResult() != null, SECOND.multipliedBy(70)))
                .isTrue();
        simulation.runFor(SECOND.multipliedBy(2));
        simulation.checkComplete();
    }

    private static MemoryPacketStore storage(Simulation simulation) {
        return storage(simulation, HEAD);
    }

    private static MemoryPacketStore storage(Simulation simulation, int host) {
        return Objects.requireNonNull(simulation.node(host).storage());
    }
}
