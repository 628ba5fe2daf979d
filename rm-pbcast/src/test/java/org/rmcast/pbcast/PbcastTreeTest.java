package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Role;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Workload;

/** Without multicast: a payload travels once per member, along a tree that the members find out and mend. */
class PbcastTreeTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int HOSTS = 20;

    private static Simulation start(long seed, String links, int senders) {
        PbcastConfig config = PbcastConfig.defaults().with("dissemination", "gossip");
        SimulationBuilder builder = PbcastGroupTest.group(seed, HOSTS, links, config);
        if (senders > 1) {
            builder.roles(Role.PEER);
        }
        Simulation simulation = builder.build();
        int others = senders > 1 ? HOSTS - 1 : HOSTS - 2;
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream()
                                .allMatch(node -> node.receiverCount() >= (node.index() == 0 ? HOSTS - 1 : others)),
                        LONG))
                .isTrue();
        simulation.runFor(Duration.ofSeconds(2));
        return simulation;
    }

    private static double copies(PacketCounts counts, long packets) {
        long sent = counts.unicasts(PacketType.DATA) + counts.unicasts(PacketType.FORWARD);
        return (double) sent / (packets * (HOSTS - 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldSendAPayloadOncePerMember(long seed) {
        Simulation simulation = start(seed, "delay=1ms,rate=1Gbit", 1);
        PacketCounts first = PacketCounts.of(simulation);
        simulation.node(0).send(Workload.paced(200, 1_000, 500));
        simulation.runFor(Duration.ofSeconds(1));
        double atFirst = copies(first, 200);
        PacketCounts counts = PacketCounts.of(simulation);
        simulation.node(0).send(Workload.paced(1_000, 1_000, 500));
        simulation.runFor(Duration.ofSeconds(4));
        double copies = copies(counts, 1_000);
        System.out.printf(
                "seed %d: copies per member %.3f of the first 200, then %.3f; repairs %d%n",
                seed, atFirst, copies, counts.unicasts(PacketType.RETRANSMISSION));
        assertThat(simulation.nodes().subList(1, HOSTS)).allMatch(node -> node.delivered() == 1_200);
        assertThat(counts.multicasts(PacketType.DATA)).isZero();
        assertThat(copies).isBetween(0.9, 1.1);
        simulation.checkComplete();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldShareTheTreeAmongSenders(long seed) {
        Simulation simulation = start(seed, "delay=1ms,rate=1Gbit", HOSTS);
        simulation.nodes().subList(0, 5).forEach(node -> node.send(Workload.paced(100, 500, 200)));
        simulation.runFor(Duration.ofMillis(1_500));
        PacketCounts counts = PacketCounts.of(simulation);
        simulation.nodes().subList(0, 5).forEach(node -> node.send(Workload.paced(400, 500, 200)));
        simulation.runFor(Duration.ofSeconds(4));
        double copies = copies(counts, 5 * 400);
        System.out.printf("seed %d, 5 senders: copies per member %.3f%n", seed, copies);
        for (SimNode node : simulation.nodes()) {
            assertThat(node.delivered()).isEqualTo(node.index() < 5 ? 4 * 500 : 5 * 500);
        }
        // What one sender's data takes out of the tree another's may need: then requests repair.
        assertThat(copies).isBetween(0.6, 1.1);
        simulation.checkComplete();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldMendTheTreeThroughLossAndCrashes(long seed) {
        Simulation simulation = start(seed, "delay=1ms,rate=1Gbit,loss=5%", 1);
        PacketCounts counts = PacketCounts.of(simulation);
        simulation.node(0).send(Workload.paced(4_000, 1_000, 500));
        for (int i = 0; i < 4; i++) {
            int victim = HOSTS - 1 - i;
            simulation.after(
                    Duration.ofMillis(1_000 + 500L * i),
                    () -> simulation.node(victim).crash());
        }
        simulation.runUntil(simulation.node(0)::isSendingDone, LONG);
        simulation.runFor(Duration.ofSeconds(4));
        long lost = simulation.nodes().subList(1, HOSTS - 4).stream()
                .mapToLong(SimNode::reportedLost)
                .sum();
        System.out.printf(
                "seed %d, loss and crashes: copies per member %.3f, repairs %d, lost %d%n",
                seed, copies(counts, 4_000), counts.unicasts(PacketType.RETRANSMISSION), lost);
        assertThat(simulation.nodes().subList(1, HOSTS - 4)).allMatch(node -> node.delivered() == 4_000);
        simulation.checkComplete();
    }
}
