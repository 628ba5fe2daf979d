package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.state.StateExchange;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Workload;
import org.rmcast.sim.fuzz.GroupFuzz;

/** Peers whose state is every byte that was sent: who joins takes it over from another one, and goes on from there. */
class PbcastStateTest {
    private static final int RUNS = Integer.getInteger("rm.seeds", 12);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final List<KeptBytes> replicas = new ArrayList<>();
    private final KeptBytes[] latest = new KeptBytes[16];

    private SimulationBuilder group(long seed, int hosts, String links, int roomBytes) {
        replicas.clear();
        return PbcastGroupTest.group(seed, hosts, links, PbcastConfig.defaults())
                .roles(Role.PEER)
                .deliveryQueue(20_000)
                .replicas(
                        host -> {
                            latest[host] = new KeptBytes();
                            replicas.add(latest[host]);
                            return latest[host];
                        },
                        TIMEOUT,
                        roomBytes);
    }

    private void awaitStates(Simulation simulation, int... hosts) {
        for (int host : hosts) {
            assertThat(simulation.runUntil(() -> latest[host].isSettled(), LONG))
                    .as("seed %d, host %d", simulation.seed(), host)
                    .isTrue();
        }
    }

    @Test
    void shouldLetOneBeginAndTheOthersTakeItsState() {
        Simulation simulation = group(1, 4, "delay=1ms,rate=1Gbit", 1 << 20).build();
        awaitStates(simulation, 0, 1, 2, 3);
        assertThat(latest[0].failures).containsExactly("true no other member has a state to give");
        for (int host = 1; host < 4; host++) {
            assertThat(latest[host].providers).as("host %d", host).hasSize(1);
            assertThat(latest[host].failures).isEmpty();
        }
    }

    @Test
    void shouldGiveAJoinerTheStateAndAllThatComesAfterIt() {
        for (long seed = 1; seed <= RUNS; seed++) {
            joinWhileOthersSend(seed, false);
        }
    }

    @Test
    void shouldTurnToAnotherMemberWhenTheProviderCrashes() {
        int moved = 0;
        for (long seed = 1; seed <= RUNS; seed++) {
            moved += joinWhileOthersSend(1_000 + seed, true) ? 1 : 0;
        }
        assertThat(moved).as("transfers that were broken off").isPositive();
    }

    /** Whether the first provider crashed before it had given all. */
    private boolean joinWhileOthersSend(long seed, boolean crash) {
        SplittableRandom random = new SplittableRandom(seed);
        String links = "delay=" + random.nextInt(1, 20) + "ms,rate=100Mbit,loss=" + random.nextInt(0, 8) + "%";
        int roomBytes = random.nextBoolean() ? 1 << 20 : 1 << 14;
        Simulation simulation =
                group(seed, 6, links, roomBytes).notStarted(4).notStarted(5).build();
        awaitStates(simulation, 0, 1, 2, 3);
        for (int host = 0; host < 4; host++) {
            simulation.node(host).send(Workload.paced(1_500, 150, 600));
        }
        simulation.runFor(Duration.ofMillis(random.nextInt(3_000, 7_000)));
        simulation.node(4).restart();
        // All know one another, and it may wait for its state still.
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().subList(0, 5).stream().allMatch(node -> node.receiverCount() == 4),
                        LONG))
                .isTrue();
        simulation.node(4).send(Workload.paced(300, 50, 300));
        if (random.nextBoolean()) {
            simulation.node(5).restart();
        }
        int victim = crash ? crashTheProvider(simulation, random) : -1;
        awaitStates(simulation, 4);
        if (!simulation.node(5).isRunning()) {
            simulation.node(5).restart();
        }
        awaitStates(simulation, 5);
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream()
                                .filter(SimNode::isRunning)
                                .allMatch(SimNode::isSendingDone),
                        LONG))
                .isTrue();
        simulation.runFor(Duration.ofSeconds(8));
        assertEqualStates(simulation);
        return victim >= 0
                && latest[4].providers.get(0) != simulation.node(victim).memberId();
    }

    private int crashTheProvider(Simulation simulation, SplittableRandom random) {
        // Whose snapshot it is shows in what it was made to write.
        int[] written = new int[4];
        for (int host = 0; host < 4; host++) {
            written[host] = latest[host].written;
        }
        int[] victim = {-1};
        simulation.runUntil(
                () -> {
                    for (int host = 0; host < 4; host++) {
                        victim[0] = latest[host].written > written[host] ? host : victim[0];
                    }
                    return victim[0] >= 0;
                },
                LONG);
        assertThat(victim[0]).as("seed %d", simulation.seed()).isNotNegative();
        simulation.runFor(Duration.ofMillis(random.nextInt(0, 60)));
        simulation.node(victim[0]).crash();
        return victim[0];
    }

    private void assertEqualStates(Simulation simulation) {
        KeptBytes reference = null;
        for (SimNode node : simulation.nodes()) {
            if (!node.isRunning()) {
                continue;
            }
            KeptBytes state = latest[node.index()];
            assertThat(state.wrong)
                    .as("seed %d, host %d", simulation.seed(), node.index())
                    .isEmpty();
            assertThat(state.lost)
                    .as("seed %d, host %d", simulation.seed(), node.index())
                    .isEmpty();
            if (reference == null) {
                reference = state;
            } else {
                assertThat(state.positions())
                        .as("seed %d, host %d, %s", simulation.seed(), node.index(), state)
                        .isEqualTo(reference.positions());
                assertThat(state.write())
                        .as("seed %d, host %d", simulation.seed(), node.index())
                        .isEqualTo(reference.write());
            }
            if (node.index() < 4) {
                assertThat(state.next(node.memberId())).isEqualTo(1_500);
            }
        }
    }

    /** Whatever strangers make of the packets of transfers: nothing is thrown, and they are answered with no more than they sent. */
    @Test
    void shouldThrowNothingWhateverComes() {
        GroupFuzz fuzz = GroupFuzz.of(
                seed -> group(seed, 5, "delay=1ms,loss=2%", 1 << 16).unjudged(), 4, Duration.ofSeconds(6));
        long datagrams = Long.getLong("rm.fuzz.fields", 200);
        long[] answeredBytes = new long[1];
        GroupFuzz.Result result = fuzz.run(77, datagrams, simulation -> {
            simulation.node(4).observe(new NodeObserver() {
                @Override
                public void onHeard(byte[] datagram, boolean multicast, long nowNanos) {
                    boolean ofStates = StateExchange.owns(DatagramHeader.type(datagram));
                    answeredBytes[0] += ofStates ? datagram.length : 0;
                }
            });
            for (int host = 0; host < 3; host++) {
                simulation.node(host).send(Workload.paced(100_000, 100, 300));
            }
            for (int second = 4; second < 60; second += 3) {
                simulation.after(
                        Duration.ofSeconds(second), () -> simulation.node(3).restart());
            }
        });
        // That packets of other types do not amplify either is for the contract.
        assertThat(answeredBytes[0]).as("of states, to the stranger").isLessThan(datagrams * DatagramHeader.BYTES);
        assertThat(result.table().toString()).as("mutated types").contains("208", "209", "210", "211", "212", "213");
    }

    @Test
    void shouldTakeTheStateAnewAfterALoss() {
        Simulation simulation = group(5, 4, "delay=1ms,rate=1Gbit,loss=1%", 1 << 20)
                .deliveryQueue(100_000)
                .build();
        awaitStates(simulation, 0, 1, 2, 3);
        for (int host = 0; host < 3; host++) {
            simulation.node(host).send(Workload.paced(8_000, 500, 400));
        }
        simulation.runFor(Duration.ofSeconds(2));
        simulation.node(3).pause(Duration.ofSeconds(8));
        simulation.runFor(Duration.ofSeconds(30));
        assertThat(latest[3].lost).as("what the pause cost").isNotEmpty();
        assertThat(latest[3].providers.size()).isGreaterThan(1);
        assertThat(latest[3].wrong).isEmpty();
        assertThat(latest[3].write()).isEqualTo(latest[0].write());
        assertThat(latest[3].positions().values()).contains(8_000L);
    }
}
