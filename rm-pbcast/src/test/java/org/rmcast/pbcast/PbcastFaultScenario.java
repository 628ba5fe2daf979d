package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.testkit.FaultScenario;
import org.rmcast.testkit.Variant;

/**
 * Random groups of 3 to 20 members, of equals or of a sender and receivers, with random parameters. Host 0 stays; some send, flush
 * when everybody sees everybody again, and close.
 */
final class PbcastFaultScenario extends FaultScenario {
    /** Within so many probe periods of the membership after the last fault everybody sees everybody. */
    private static final int CONVERGENCE_PERIODS = 40;

    /** Holds what twenty senders send in the time that a repair takes if messages are short, but not if they are long. */
    private static final int SMALL_BUFFER_BYTES = 1 << 17;

    /**
     * What a window holds at the least of a sender of large messages at full rate, which sends up to 260 kB a second: the smallest, 64
     * packets of 256 bytes in a round trip of 130 ms, carries a third of it, and what the application handed over was still on its way
     * 9 s after the last fault (seed 3465 beside a byzantine host).
     */
    private static final int LARGE_WINDOW_BYTES = 1 << 16;

    private static final Duration CLOSING = Duration.ofSeconds(20);

    private final List<Integer> senders = new ArrayList<>();
    private final List<GossipBound> bounds = new ArrayList<>();
    private PbcastConfig config = PbcastConfig.defaults();

    PbcastFaultScenario(Variant variant) {
        super(new PbcastProtocol(), variant);
    }

    @Override
    protected Parameters describe(RandomGenerator random, Topology topology, SimulationBuilder builder) {
        config = config(random);
        drawBatches(random, builder);
        drawRoles(random, topology.hosts(), builder);
        builder.maxDatagramBytes(config.maxPacketBytes);
        return config.parameters();
    }

    @Override
    protected void watch(Simulation simulation) {
        for (SimNode node : simulation.nodes()) {
            GossipBound bound = new GossipBound(config, simulation.nodes().size());
            bounds.add(bound);
            node.observe(bound);
        }
    }

    @Override
    protected void play(Simulation simulation, RandomGenerator random) {
        for (int sender : senders) {
            int messages = 50 + random.nextInt(1_000);
            boolean large = random.nextBoolean() && config.bufferBytes > SMALL_BUFFER_BYTES;
            boolean slow = large && config.windowMax * config.maxPacketBytes < LARGE_WINDOW_BYTES;
            Workload workload = paced(slow ? messages / 5 : messages).withBytes(0, large ? 5_000 : 300);
            simulation.after(Duration.ofMillis(random.nextInt(500)), () -> {
                if (simulation.node(sender).isRunning()) {
                    simulation.node(sender).send(workload);
                }
            });
        }
        simulation.runUntil(FAULTS_END);
        awaitViews(simulation);
        flushAll(simulation);
        simulation.runFor(Duration.ofSeconds(3));
        simulation.checkComplete();
        closeAll(simulation);
        simulation.checkComplete();
        assertThat(bounds).allSatisfy(bound -> assertThat(bound.broken).isEmpty());
    }

    /** So many messages within ten seconds. */
    private static Workload paced(int messages) {
        return Workload.paced(messages, 1, messages / 10.0);
    }

    @Override
    protected Map<String, ToLongFunction<SimNode>> tallied() {
        Map<String, ToLongFunction<SimNode>> counters = new LinkedHashMap<>();
        counters.put("senders lost", counting(SessionEvent.SenderLost.class));
        counters.put("streams ended", counting(SessionEvent.StreamEnded.class));
        counters.put("closed without everyone", FaultScenario::closedWithoutEveryone);
        return counters;
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
            // Answers to digests of others are bounded for each round. Twice: a member that was started again begins
            // with a
            // round of its own.
            this.most = 2L * config.digestDatagrams * (config.fanout(members) + 1);
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

    private void awaitViews(Simulation simulation) {
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

    private void flushAll(Simulation simulation) {
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

    private void closeAll(Simulation simulation) {
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

    private void drawRoles(RandomGenerator random, int hosts, SimulationBuilder builder) {
        if (random.nextBoolean()) {
            for (int host = 0; host < hosts; host++) {
                builder.role(host, Role.PEER);
                if (host == 0 || random.nextInt(3) == 0) {
                    senders.add(host);
                }
            }
            return;
        }
        senders.add(0);
        int repairNodes = random.nextInt(1 + hosts / 4);
        for (int host = 1; host <= repairNodes; host++) {
            builder.role(host, Role.REPAIR_NODE);
        }
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
            // Own packets stay for all their rounds where not everybody confirms: there must be room for what is sent
            // meanwhile.
            config = config.with("bufferBytes", SMALL_BUFFER_BYTES).with("ownBufferBytes", 1 << 19);
        }
        if (random.nextInt(5) == 0) {
            config = config.with("windowStart", 128).with("windowMax", 128).with("bufferPackets", 2_048);
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
