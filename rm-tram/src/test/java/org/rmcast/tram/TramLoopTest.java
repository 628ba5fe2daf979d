package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * The sender is away for a few seconds, on a network that loses: its tree falls apart, and must not close into a ring of heads that
 * repair one another. {@code -Drm.seeds=N -Drm.first=K} runs others.
 */
class TramLoopTest {
    private static final long FIRST = Long.getLong("rm.first", 0);
    private static final long SEEDS = Long.getLong("rm.seeds", 40);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration SERVED_WITHIN = SECOND.multipliedBy(6);
    private static final int PER_SECOND = 100;
    private static final int MOST_HOSTS = 10;
    private static final int NEVER = Integer.MAX_VALUE;

    @ParameterizedTest
    @CsvSource({"local, 5%", "local, 20%", "reaffiliate, 5%", "reaffiliate, 20%"})
    void shouldServeEverybodySoonAfterTheSenderIsBack(String recovery, String loss) {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            run(recovery, loss, seed);
        }
    }

    /** With these most of a member's binds, or of the answers, are lost. */
    @ParameterizedTest
    @CsvSource({"local, 816", "local, 918", "reaffiliate, 254"})
    void shouldFindAHeadInTimeThoughBindsAreLost(String recovery, long seed) {
        run(recovery, "20%", seed);
    }

    private static void run(String recovery, String loss, long seed) {
        Random random = new Random(seed);
        int hosts = 5 + random.nextInt(MOST_HOSTS - 4);
        Parameters parameters = Parameters.none().with("recovery", recovery).with("maxMembers", 2 + random.nextInt(3));
        Simulation simulation = Simulation.builder(seed)
                .topology(Topology.star(
                        hosts,
                        LinkSettings.parse("loss=" + loss + ",rate=100Mbit,delay=" + (1 + random.nextInt(10)) + "ms")))
                .protocol(new TramProtocol())
                .parameters(parameters)
                .traceLines(0)
                .build();
        Reach reach = new Reach(simulation);
        Duration away = Duration.ofMillis(2_000 + random.nextInt(4_500));
        simulation.runFor(SECOND.multipliedBy(2));
        simulation.node(0).send(Workload.paced(PER_SECOND * 20, 300, PER_SECOND));
        simulation.runFor(Duration.ofMillis(500 + random.nextInt(1_000)));
        simulation.accessLink(0).cut();
        simulation.runFor(away);
        simulation.accessLink(0).uncut();
        long owed = simulation.node(0).accepted() + PER_SECOND;
        simulation.runUntil(() -> everybodyIsServed(simulation, reach, owed), SERVED_WITHIN);
        for (SimNode node : simulation.nodes().subList(1, hosts)) {
            String described = String.format(
                    "seed %d, %s, loss %s, away %s, host %d of %d", seed, parameters, loss, away, node.index(), hosts);
            assertThat(stepsToTheSender(simulation, node))
                    .as("%s: steps to the sender", described)
                    .isBetween(1, hosts);
            assertThat(reach.of(node)).as("%s: messages", described).isGreaterThanOrEqualTo(owed);
        }
    }

    private static boolean everybodyIsServed(Simulation simulation, Reach reach, long messages) {
        return simulation.nodes().stream()
                .skip(1)
                .allMatch(node -> reach.of(node) >= messages && stepsToTheSender(simulation, node) < MOST_HOSTS);
    }

    /** Up to which message nodes were given all, or told what they lost; in whatever message they began. */
    private static final class Reach {
        private final long[] limits;

        Reach(Simulation simulation) {
            limits = new long[simulation.nodes().size()];
            simulation
                    .nodes()
                    .forEach(node -> node.observe(new NodeObserver() {
                        @Override
                        public void onDelivered(long sourceId, long message, long nowNanos) {
                            limits[node.index()] = message + 1;
                        }
                    }));
        }

        long of(SimNode node) {
            return node.events(SessionEvent.MessagesLost.class).stream()
                    .mapToLong(SessionEvent.MessagesLost::limitMessage)
                    .reduce(limits[node.index()], Math::max);
        }
    }

    /** Walks up the tree; {@link #NEVER} in a ring, and for a node without a head. */
    private static int stepsToTheSender(Simulation simulation, SimNode from) {
        SimNode at = from;
        for (int steps = 0; steps <= simulation.nodes().size(); steps++) {
            if (at.index() == 0) {
                return steps;
            }
            long headId = at.statistics().get(TramMeter.HEAD_ID);
            SimNode head = simulation.nodes().stream()
                    .filter(node -> node.memberId() == headId)
                    .findFirst()
                    .orElse(null);
            if (head == null) {
                return NEVER;
            }
            at = head;
        }
        return NEVER;
    }
}
