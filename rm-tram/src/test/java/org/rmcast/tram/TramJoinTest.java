package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.core.engine.Protocol;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.tram.wire.TramPacket;

/**
 * Many who join one LAN within a second, where each datagram costs 10 us, and what they hear of one another. Host 0 sends. {@code
 * -Drm.joiners=10000,10} runs more groups, of these sizes, and tells the time that a data packet takes the sender's engine.
 */
class TramJoinTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long SEED = Long.getLong("rm.seed", 1);
    private static final long MOST_CONTROL = 50;
    private static final double MOST_HELLOS = 10;
    private static final long MOST_SECONDS = 5;
    /** Of 64 members: hellos to each, and acknowledgements. */
    private static final double MOST_AT_SENDER = 4;
    /** With a handful of heads hellos are as frequent as ever. */
    private static final int MANY = 1_000;

    private static final int PACKETS = 500;

    /** A group, and what came to its receivers. */
    private static final class Crowd {
        final int receivers;
        final Simulation simulation;
        final Map<TramPacket.Type, Long> heard = new EnumMap<>(TramPacket.Type.class);
        final long[] control;
        final long[] hellos;

        Crowd(int receivers, Protocol protocol) {
            this.receivers = receivers;
            this.control = new long[receivers + 1];
            this.hellos = new long[receivers + 1];
            var builder = Simulation.builder(SEED)
                    .topology(Topology.star(1 + receivers, LinkSettings.parse("delay=100us,rate=1Gbit")))
                    .protocol(protocol)
                    .traceLines(0);
            Random random = new Random(SEED);
            for (int host = 1; host <= receivers; host++) {
                builder.startAt(host, SECOND.plusNanos((long) (random.nextDouble() * 1e9)));
            }
            simulation = builder.build();
            simulation.nodes().forEach(this::listen);
        }

        private void listen(SimNode node) {
            node.faults().serve(Duration.ofNanos(10_000), 4_096);
            node.observe(new NodeObserver() {
                @Override
                public void onReceived(byte[] datagram, long nowNanos) {
                    TramPacket.Type type = Parts.decode(datagram).type();
                    boolean hello = type == TramPacket.Type.HELLO || type == TramPacket.Type.UNICAST_HELLO;
                    (hello ? hellos : control)[node.index()]++;
                    if (node.index() > 0) {
                        heard.merge(type, 1L, Long::sum);
                    }
                }
            });
        }

        /** Returns how long after the last start the last one was known to the sender, in seconds. */
        double join() {
            simulation.runUntil(SECOND.multipliedBy(2));
            simulation.runUntil(
                    () -> simulation.node(0).receiverCount() == receivers, SECOND.multipliedBy(MOST_SECONDS));
            assertThat(simulation.node(0).receiverCount())
                    .as("joined, seed %d", SEED)
                    .isEqualTo(receivers);
            return simulation.now().toNanos() / 1e9 - 2;
        }

        void clear() {
            Arrays.fill(control, 0);
            Arrays.fill(hellos, 0);
            heard.clear();
        }

        /** What the sender takes and sends for each data packet besides: it does not grow with those who are below its members. */
        double senderDatagramsForEachDataPacket() {
            SimNode sender = simulation.node(0);
            long before = datagrams(sender);
            sender.send(Workload.paced(PACKETS, 1_000, 1_000));
            simulation.runFor(SECOND.dividedBy(2));
            return (datagrams(sender) - before - PACKETS) / (double) PACKETS;
        }

        private static long datagrams(SimNode node) {
            return node.counters().datagramsReceived()
                    + node.counters().multicastsSent()
                    + node.counters().unicastsSent();
        }

        /** Without the sender. */
        double mean(long[] counts) {
            return Arrays.stream(counts).skip(1).average().orElse(0);
        }

        long most(long[] counts) {
            return Arrays.stream(counts).skip(1).max().orElse(0);
        }

        Map<Long, Long> levels() {
            return simulation.nodes().stream()
                    .collect(Collectors.groupingBy(
                            node -> node.statistics().get(TramMeter.TREE_LEVEL), TreeMap::new, Collectors.counting()));
        }

        long heads() {
            return simulation.nodes().stream()
                    .map(node -> node.statistics().get(TramMeter.HEAD_ID))
                    .filter(id -> id != 0)
                    .distinct()
                    .count();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 1_000, 2_000})
    void shouldJoinWithoutFloodingTheLan(int receivers) {
        joinAndListen(new Crowd(receivers, new TramProtocol()));
    }

    @Test
    void shouldJoinInAnyNumber() throws Throwable {
        String sizes = System.getProperty("rm.joiners", "");
        for (String size : sizes.isEmpty() ? new String[0] : sizes.split(",", -1)) {
            SenderRecorder recorder = new SenderRecorder();
            Crowd crowd = new Crowd(Integer.parseInt(size), recorder.on(new TramProtocol()));
            joinAndListen(crowd);
            int before = recorder.calls();
            crowd.senderDatagramsForEachDataPacket();
            System.out.printf(
                    "seed %d: %s receivers, for each data packet %.2f calls of the sender's engine, %.2f us%n",
                    SEED,
                    size,
                    (recorder.calls() - before) / (double) PACKETS,
                    recorder.replayNanos(before) / 1e3 / PACKETS);
        }
    }

    private static void joinAndListen(Crowd crowd) {
        int receivers = crowd.receivers;
        double joined = crowd.join();
        double control = crowd.mean(crowd.control);
        System.out.printf(
                "seed %d: %d joined %.2f s after the last start, %d heads, by level %s; besides hellos %.1f datagrams each, %d at most; %s%n",
                SEED,
                receivers,
                joined,
                crowd.heads(),
                crowd.levels(),
                control,
                crowd.most(crowd.control),
                crowd.heard);
        crowd.clear();
        int seconds = 5;
        crowd.simulation.runFor(SECOND.multipliedBy(seconds));
        double hellos = crowd.mean(crowd.hellos) / seconds;
        System.out.printf(
                "seed %d: %d receivers hear %.1f hellos/s each, %.1f at most; %s%n",
                SEED, receivers, hellos, crowd.most(crowd.hellos) / (double) seconds, crowd.heard);
        double perPacket = crowd.senderDatagramsForEachDataPacket();
        System.out.printf(
                "seed %d: %d receivers, %.2f other datagrams at the sender for each data packet%n",
                SEED, receivers, perPacket);
        assertThat(perPacket).isLessThanOrEqualTo(MOST_AT_SENDER);
        assertThat(control).isLessThanOrEqualTo(MOST_CONTROL);
        if (receivers >= MANY) {
            assertThat(hellos).isLessThanOrEqualTo(MOST_HELLOS);
        }
    }
}
