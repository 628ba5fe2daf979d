package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.sim.FaultOptions;
import org.rmcast.sim.FaultPlan;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.sim.check.Checks;

/**
 * Random groups of 3 to 20 members under random faults: loss, duplicates, reordering, corruption, crashes, restarts, pauses,
 * partitions. Host 0 stays. Each seed is a scenario; {@code -Drm.seed=N} replays one, {@code -Drm.seeds=N} runs so many, from
 * {@code -Drm.first=N}.
 */
class PbcastFaultTest {
    static final Duration FAULTS_END = Duration.ofSeconds(12);
    /** Within so many probe periods of the membership after the last fault everybody sees everybody. */
    private static final int CONVERGENCE_PERIODS = 40;

    private static final Duration CLOSING = Duration.ofSeconds(20);

    @Test
    void shouldKeepItsPromisesUnderRandomFaults() {
        Long one = Long.getLong("rm.seed");
        long first = one != null ? one : Long.getLong("rm.first", 0);
        long count = one != null ? 1 : Long.getLong("rm.seeds", 150);
        Tally tally = new Tally();
        for (long seed = first; seed < first + count; seed++) {
            run(seed, tally);
        }
        System.out.println(count + " runs from seed " + first + ": " + tally);
        assertThat(tally.delivered).as("%s", tally).isGreaterThan(tally.lost * 5);
    }

    /** What all runs together did. */
    static final class Tally {
        long delivered;
        long lost;
        long sendersLost;
        long ended;
        long incomplete;

        void add(Simulation simulation) {
            for (SimNode node : simulation.nodes()) {
                delivered += node.delivered();
                lost += node.reportedLost();
                sendersLost += node.events(SessionEvent.SenderLost.class).size();
                ended += node.events(SessionEvent.StreamEnded.class).size();
                incomplete += node.closeResult() != null && !node.closeResult().complete() ? 1 : 0;
            }
        }

        @Override
        public String toString() {
            return delivered + " messages delivered, " + lost + " reported lost, " + sendersLost + " senders lost, "
                    + ended + " streams ended, " + incomplete + " closed without everyone";
        }
    }

    /** No datagram of gossip is longer than it may be, and there are not more of them. */
    private static final class GossipBound implements NodeObserver {
        private final PbcastConfig config;
        private final long most;
        private long roundEnd;
        private long sent;
        String broken = "";

        GossipBound(PbcastConfig config, int members) {
            this.config = config;
            // Twice: a member that was started again begins with a round of its own.
            this.most = 2L * config.digestDatagrams * config.fanout(members);
        }

        @Override
        public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
            int type = DatagramHeader.type(datagram);
            if (type != PacketType.GOSSIP.code() && type != PacketType.LACK.code()) {
                return;
            }
            if (datagram.length > config.maxPacketBytes) {
                broken = "a digest of " + datagram.length + " bytes";
            }
            if (nowNanos >= roundEnd) {
                roundEnd = nowNanos + config.roundNanos / 2 - 1;
                sent = 0;
            }
            if (++sent > most) {
                broken = sent + " digests in a round, at most " + most + " expected";
            }
        }
    }

    /** One run; its digest, see {@link Simulation#digest}. */
    static long run(long seed, Tally tally) {
        return run(seed, PbcastChecks.kept(FAULTS_END), tally);
    }

    /** One run, with these promises watched. */
    static long run(long seed, Checks checks, Tally tally) {
        String replay = "mvn -pl rm-core,rm-sim,rm-pbcast test -Dtest=PbcastFaultTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Drm.seed=" + seed;
        SplittableRandom random = new SplittableRandom(seed);
        Topology topology = topology(random);
        PbcastConfig config = config(random);
        SimulationBuilder builder = Simulation.builder(seed)
                .topology(topology)
                .protocol(new PbcastProtocol())
                .parameters(config.parameters())
                .maxDatagramBytes(config.maxPacketBytes)
                .checks(checks)
                .replayCommand(replay)
                .gather(random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(1))
                .deliveryQueue(1 + random.nextInt(500));
        List<Integer> senders = roles(random, topology.hosts(), builder);
        for (int host = 1; host < topology.hosts(); host++) {
            builder.startAt(host, Duration.ofMillis(random.nextInt(random.nextInt(8) == 0 ? 8_000 : 500)));
        }
        FaultPlan plan = FaultPlan.random(random, topology, FaultOptions.between(Duration.ofSeconds(1), FAULTS_END));
        try {
            Simulation simulation = builder.build();
            List<GossipBound> bounds = new ArrayList<>();
            simulation.nodes().forEach(node -> {
                GossipBound bound = new GossipBound(config, topology.hosts());
                bounds.add(bound);
                node.observe(bound);
            });
            plan.applyTo(simulation);
            simulation.runFor(Duration.ofMillis(800));
            for (int sender : senders) {
                int messages = 50 + random.nextInt(1_000);
                Workload workload =
                        Workload.paced(messages, 1, messages / 10.0).withBytes(0, random.nextBoolean() ? 300 : 5_000);
                simulation.after(Duration.ofMillis(random.nextInt(500)), () -> {
                    if (simulation.node(sender).isRunning()) {
                        simulation.node(sender).send(workload);
                    }
                });
            }
            simulation.runUntil(FAULTS_END);
            awaitViews(simulation, config);
            flushAll(simulation, senders);
            simulation.runFor(Duration.ofSeconds(3));
            try {
                simulation.checkComplete();
            } catch (AssertionError e) {
                simulation
                        .nodes()
                        .forEach(n -> System.out.println(
                                n.index() + " " + n.memberId() + (n.isRunning() ? "" : " DOWN") + " " + n.engine()));
                throw e;
            }
            closeAll(simulation, senders);
            simulation.checkComplete();
            bounds.forEach(bound -> assertThat(bound.broken).isEmpty());
            tally.add(simulation);
            return simulation.digest();
        } catch (AssertionError | IllegalStateException violation) {
            throw new AssertionError(
                    "seed " + seed + ": " + violation.getMessage() + "\nreplay: " + replay + "\nconfig: " + config
                            + "\nfaults:\n" + plan,
                    violation);
        }
    }

    private static void awaitViews(Simulation simulation, PbcastConfig config) {
        Duration limit = Duration.ofNanos(config.membership.probePeriodNanos * CONVERGENCE_PERIODS);
        boolean converged = simulation.runUntil(() -> wrongViews(simulation).isEmpty(), limit);
        assertThat(converged)
                .as("views after %d periods: %s", CONVERGENCE_PERIODS, wrongViews(simulation))
                .isTrue();
    }

    private static List<String> wrongViews(Simulation simulation) {
        List<String> wrong = new ArrayList<>();
        for (SimNode node : simulation.nodes()) {
            if (node.isRunning()) {
                long expected = simulation.nodes().stream()
                        .filter(other -> other != node
                                && other.isRunning()
                                && other.role().receives())
                        .count();
                if (node.receiverCount() != expected) {
                    wrong.add("host " + node.index() + " sees " + node.receiverCount() + " of " + expected);
                }
            }
        }
        return wrong;
    }

    private static void flushAll(Simulation simulation, List<Integer> senders) {
        List<SimFlush> flushes = new ArrayList<>();
        for (int sender : senders) {
            SimNode node = simulation.node(sender);
            if (node.isRunning()) {
                simulation.runUntil(node::isSendingDone, CLOSING.multipliedBy(3));
                flushes.add(node.flush(CLOSING.multipliedBy(3)));
            }
        }
        boolean answered = simulation.runUntil(
                () -> flushes.stream().allMatch(SimFlush::isDone),
                CLOSING.multipliedBy(3).plusSeconds(1));
        assertThat(answered).as("all flushes are answered").isTrue();
    }

    private static void closeAll(Simulation simulation, List<Integer> senders) {
        for (int sender : senders) {
            SimNode node = simulation.node(sender);
            if (node.isRunning()) {
                node.close(CLOSING);
                if (!simulation.runUntil(() -> node.closeResult() != null, CLOSING.plusSeconds(1))) {
                    fail("host %d did not close in time", sender);
                }
            }
        }
        simulation.runFor(Duration.ofSeconds(4));
    }

    private static Topology topology(RandomGenerator random) {
        LinkSettings access = LinkSettings.parse("delay=" + random.nextInt(5) + "ms,rate=1Gbit");
        int members = 2 + random.nextInt(18);
        if (random.nextBoolean()) {
            return Topology.star(1 + members, access);
        }
        int branches = 1 + random.nextInt(4);
        LinkSettings trunk = LinkSettings.parse("delay=" + random.nextInt(20) + "ms,rate=100Mbit");
        return Topology.twoLevel(branches, Math.max(1, members / branches), trunk, access);
    }

    private static List<Integer> roles(RandomGenerator random, int hosts, SimulationBuilder builder) {
        List<Integer> senders = new ArrayList<>();
        if (random.nextBoolean()) {
            for (int host = 0; host < hosts; host++) {
                builder.role(host, Role.PEER);
                if (host == 0 || random.nextInt(3) == 0) {
                    senders.add(host);
                }
            }
            return senders;
        }
        senders.add(0);
        int repairNodes = random.nextInt(1 + hosts / 4);
        for (int host = 1; host <= repairNodes; host++) {
            builder.role(host, Role.REPAIR_NODE);
        }
        return senders;
    }

    private static PbcastConfig config(RandomGenerator random) {
        PbcastConfig config = random.nextInt(3) == 0 ? PbcastConfig.paper() : PbcastConfig.defaults();
        PbcastConfig.Variant[] variants = PbcastConfig.Variant.values();
        if (random.nextBoolean()) {
            config = config.with("variant", name(variants[random.nextInt(variants.length)]));
        }
        if (random.nextInt(3) == 0) {
            config = config.with("gossip", "pull");
        }
        if (random.nextInt(4) == 0) {
            config = config.with("subgroup", "neighbourhood").with("subgroupSize", 1 + random.nextInt(3));
        }
        if (random.nextInt(4) == 0) {
            config = config.with("subgroupShare", 0.3);
        }
        if (random.nextInt(5) == 0) {
            config = config.with("graphDegree", 3);
        }
        if (random.nextInt(5) == 0) {
            config = config.with("bufferBytes", 1 << 17).with("ownBufferBytes", 1 << 17);
        }
        if (random.nextInt(5) == 0) {
            config = config.with("windowStart", 128).with("windowMax", 128).with("bufferPackets", 512);
        }
        if (random.nextInt(6) == 0) {
            config = config.with("promptRequests", random.nextBoolean()).with("promptSenderMembers", 2);
        }
        if (random.nextInt(6) == 0) {
            config = config.with("dissemination", "gossip")
                    .with("windowStart", 128)
                    .with("windowMax", 128);
        }
        if (random.nextInt(6) == 0) {
            config = config.withPackets(256).with("digestDatagrams", 1);
        }
        return config;
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
