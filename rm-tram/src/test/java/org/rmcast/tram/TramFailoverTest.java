package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * A repair node is killed under load, at 5 % loss: what its members then wait for, and what the others do. Two repair nodes (hosts 1 and 7)
 * with five receivers each. {@code -Drm.seeds=N -Drm.first=K} runs others, and more of them.
 */
class TramFailoverTest {
    private static final long FIRST = Long.getLong("rm.first", 0);
    private static final long SEEDS = Long.getLong("rm.seeds", 20);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final LinkSettings LINK = LinkSettings.parse("delay=200us,rate=1Gbit");
    private static final int HEAD = 1;
    private static final int OTHER_HEAD = 7;
    private static final int RECEIVERS = 10;
    private static final long MILLI = 1_000_000;

    /** The machine fails, or its firewall lets no ICMP pass: silence alone says so. */
    @ParameterizedTest
    @CsvSource({"local, 1000", "local, 10000", "reaffiliate, 1000", "reaffiliate, 10000"})
    void shouldServeTheMembersOfAKilledHeadFromTheNextOne(String recovery, int perSecond) {
        killAll(recovery, perSecond, false, 700);
    }

    /** The host lives, and says that nobody has the port. */
    @ParameterizedTest
    @CsvSource({"local, 1000", "local, 10000", "reaffiliate, 1000", "reaffiliate, 10000"})
    void shouldHaveANewHeadSoonerWhereOnlyTheProcessDies(String recovery, int perSecond) {
        killAll(recovery, perSecond, true, 300);
    }

    private static void killAll(String recovery, int perSecond, boolean hostLives, long newHeadMillis) {
        Figures latency = new Figures();
        Figures newHead = new Figures();
        Figures pause = new Figures();
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            kill(group(seed, recovery, 0.05), seed, perSecond, hostLives, latency, newHead, pause);
        }
        System.out.printf(
                "%s, %d/s, %d kills, host lives %s: longest wait of an orphan %s, its new head %s, longest pause of"
                        + " the others %s%n",
                recovery, perSecond, SEEDS, hostLives, latency, newHead, pause);
        assertThat(latency.at(0.99)).as("ms until a message, p99").isLessThanOrEqualTo(300);
        assertThat(newHead.at(0.99)).as("ms until a new head, p99").isLessThanOrEqualTo(newHeadMillis);
        assertThat(pause.at(0.99)).as("ms of pause of the others, p99").isLessThanOrEqualTo(300);
    }

    /** Each receiver names the repair node of its branch, and then the other one: that is asked first when the own one is lost. */
    @ParameterizedTest
    @CsvSource({"local, 1000", "reaffiliate, 1000"})
    void shouldTurnToTheOtherNamedHead(String recovery, int perSecond) {
        Figures latency = new Figures();
        Figures newHead = new Figures();
        Figures pause = new Figures();
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            kill(named(seed, recovery), seed, perSecond, false, latency, newHead, pause);
        }
        System.out.printf(
                "static heads, %s, %d/s, %d kills: longest wait of an orphan %s, its new head %s, longest pause of the others %s%n",
                recovery, perSecond, SEEDS, latency, newHead, pause);
        assertThat(newHead.at(0.99)).as("ms until a new head, p99").isLessThanOrEqualTo(700);
        assertThat(latency.at(0.99)).as("ms until a message, p99").isLessThanOrEqualTo(300);
    }

    private static Simulation named(long seed, String recovery) {
        SimulationBuilder builder = builder(seed, recovery);
        for (int host = 1; host <= 12; host++) {
            if (host != HEAD && host != OTHER_HEAD) {
                builder.parameters(
                        host,
                        Parameters.none()
                                .with("recovery", recovery)
                                .with(
                                        "staticHeads",
                                        host < OTHER_HEAD
                                                ? List.of(name(HEAD), name(OTHER_HEAD))
                                                : List.of(name(OTHER_HEAD), name(HEAD))));
                builder.startAt(host, SECOND);
            }
        }
        return joined(builder.build(), 0.05);
    }

    private static String name(int host) {
        InetSocketAddress address = SimNode.addressOf(host);
        return address.getAddress().getHostAddress() + ":" + address.getPort() + "/1";
    }

    /** Heads, receivers and the sender pause in turn for 200 ms, each second, for ten minutes: nobody is given up, or leaves its head. */
    @ParameterizedTest
    @CsvSource({"local, 0", "local, 0.05", "reaffiliate, 0.05"})
    void shouldTakeNobodyForGoneThatPauses(String recovery, double loss) {
        int seconds = Integer.getInteger("rm.seconds", 600);
        int perSecond = 300;
        Simulation simulation = group(FIRST, recovery, loss);
        simulation.node(0).send(Workload.paced((long) seconds * perSecond, 500, perSecond));
        for (int second = 0; second < seconds; second++) {
            simulation.node(List.of(HEAD, 2, OTHER_HEAD, 9, 0).get(second % 5)).pause(Duration.ofMillis(200));
            simulation.runFor(SECOND);
        }
        assertThatAllStayed(simulation, (long) seconds * perSecond);
    }

    /** Somebody who knows all ports makes up an answer for each receiver's head 20 times a second. */
    @ParameterizedTest
    @CsvSource({"local, 0", "local, 0.05", "reaffiliate, 0.05"})
    void shouldTakeNobodyForGoneOfWhomThatIsMadeUp(String recovery, double loss) {
        int seconds = Integer.getInteger("rm.seconds", 600) / 5;
        int perSecond = 300;
        Simulation simulation = group(FIRST, recovery, loss);
        simulation.node(0).send(Workload.paced((long) seconds * perSecond, 500, perSecond));
        for (int step = 0; step < 20 * seconds; step++) {
            for (int host = 1; host <= 12; host++) {
                for (int peer : List.of(0, HEAD, OTHER_HEAD)) {
                    simulation.node(host).faults().forgeUnreachable(SimNode.addressOf(peer));
                }
            }
            simulation.runFor(Duration.ofMillis(50));
        }
        assertThatAllStayed(simulation, (long) seconds * perSecond);
    }

    private static void assertThatAllStayed(Simulation simulation, long messages) {
        simulation.runFor(SECOND.multipliedBy(2));
        for (SimNode node : simulation.nodes()) {
            assertThat(node.events(SessionEvent.MemberFailed.class))
                    .as("host %d", node.index())
                    .isEmpty();
            List<SessionEvent.RepairHeadChanged> changes = node.events(SessionEvent.RepairHeadChanged.class);
            assertThat(changes)
                    .filteredOn(change -> change.previousId() == 0)
                    .as("host %d has joined once", node.index())
                    .hasSize(node.index() == 0 ? 0 : 1);
            assertThat(changes)
                    .filteredOn(change -> change.currentId() == 0)
                    .as("host %d has lost no head, it may have moved to a nearer one", node.index())
                    .isEmpty();
            assertThat(node.delivered())
                    .as("host %d", node.index())
                    .isEqualTo(node.role() == Role.RECEIVER ? messages : 0);
        }
    }

    private static Simulation group(long seed, String recovery, double loss) {
        return joined(builder(seed, recovery).build(), loss);
    }

    private static SimulationBuilder builder(long seed, String recovery) {
        return Simulation.builder(seed)
                .topology(Topology.twoLevel(2, 6, LINK, LINK))
                .protocol(new TramProtocol())
                .parameters(Parameters.none().with("recovery", recovery))
                .traceLines(0)
                .role(0, Role.SENDER)
                .role(HEAD, Role.REPAIR_NODE)
                .role(OTHER_HEAD, Role.REPAIR_NODE);
    }

    private static Simulation joined(Simulation simulation, double loss) {
        for (int host = 1; host <= 12; host++) {
            simulation.accessLink(host).impair(LINK.withLoss(loss));
        }
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == RECEIVERS, SECOND.multipliedBy(5)))
                .as("seed %d: all have joined", simulation.seed())
                .isTrue();
        return simulation;
    }

    private static void kill(
            Simulation simulation,
            long seed,
            int perSecond,
            boolean hostLives,
            Figures latency,
            Figures newHead,
            Figures pause) {
        Random random = new Random(seed);
        simulation.node(0).send(Workload.paced(6L * perSecond, 500, perSecond));
        simulation.runFor(SECOND.plusMillis(random.nextInt(1_000)));
        int victim = membersOf(simulation, HEAD) >= membersOf(simulation, OTHER_HEAD) ? HEAD : OTHER_HEAD;
        long dead = simulation.node(victim).memberId();
        List<Watched> orphans = new ArrayList<>();
        List<Watched> others = new ArrayList<>();
        Map<Long, Long> accepted = new HashMap<>();
        simulation.node(0).observe(new NodeObserver() {
            @Override
            public void onAccepted(long number, long nowNanos) {
                accepted.put(number, simulation.now().toNanos());
            }
        });
        for (SimNode node : simulation.nodes().subList(1, 13)) {
            if (node.role() == Role.RECEIVER) {
                boolean orphan = node.statistics().get(TramMeter.HEAD_ID) == dead;
                (orphan ? orphans : others).add(new Watched(simulation, node, accepted));
            }
        }
        simulation.runFor(Duration.ofMillis(50));
        simulation.node(victim).faults().answerForClosedPorts(hostLives);
        simulation.node(victim).crash();
        Duration killed = simulation.now();
        assertThat(simulation.runUntil(
                        () -> simulation.node(12).delivered() >= 6L * perSecond, SECOND.multipliedBy(20)))
                .isTrue();
        simulation.runFor(SECOND.multipliedBy(3));
        for (Watched orphan : orphans) {
            assertThat(orphan.node.delivered())
                    .as("seed %d: host %d", seed, orphan.node.index())
                    .isEqualTo(6L * perSecond);
            latency.add(orphan.longestNanos / MILLI);
            newHead.add(orphan.newHeadNanos == 0 ? Long.MAX_VALUE : (orphan.newHeadNanos - killed.toNanos()) / MILLI);
        }
        others.forEach(other -> pause.add(other.pauseNanos / MILLI));
    }

    private static long membersOf(Simulation simulation, int head) {
        long id = simulation.node(head).memberId();
        return simulation.nodes().stream()
                .filter(node -> node.statistics().get(TramMeter.HEAD_ID) == id)
                .count();
    }

    /** A receiver: how late messages come there, how long nothing comes, and when it has another head. */
    private static final class Watched implements NodeObserver {
        final SimNode node;
        private final Simulation simulation;
        private final Map<Long, Long> accepted;
        private long last;
        long longestNanos;
        long pauseNanos;
        long newHeadNanos;

        Watched(Simulation simulation, SimNode node, Map<Long, Long> accepted) {
            this.simulation = simulation;
            this.node = node;
            this.accepted = accepted;
            this.last = simulation.now().toNanos();
            node.observe(this);
            node.onEvent(event -> {
                if (event instanceof SessionEvent.RepairHeadChanged changed && changed.currentId() != 0) {
                    newHeadNanos = simulation.now().toNanos();
                }
            });
        }

        @Override
        public void onDelivered(long sourceId, long number, long nowNanos) {
            long now = simulation.now().toNanos();
            longestNanos = Math.max(longestNanos, now - accepted.getOrDefault(number, now));
            pauseNanos = Math.max(pauseNanos, now - last);
            last = now;
        }
    }

    /** Milliseconds, sorted when asked. */
    private static final class Figures {
        private final List<Long> values = new ArrayList<>();

        void add(long value) {
            values.add(value);
        }

        long at(double share) {
            values.sort(null);
            return values.get((int) Math.min(values.size() - 1L, Math.round(share * (values.size() - 1))));
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "p50 %d, p99 %d, max %d ms", at(0.5), at(0.99), at(1));
        }
    }
}
