package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Role;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.sim.fuzz.Forgery;

/** Members that are not there, because somebody says that they are, or since they crashed, cost the others next to nothing. */
class PbcastGhostTest {
    private static final int JOIN = 0xE4;
    private static final int TTL = 64;
    private static final int MESSAGES = 2_000;
    private static final int PER_SECOND = 500;

    /** What the first three members saw. */
    private record Outcome(
            long delivered, long lost, long p50Micros, long p99Micros, long flushMillis, boolean flushed) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d delivered, %d lost, p50 %d us, p99 %d us, flush %d ms, complete %s",
                    delivered,
                    lost,
                    p50Micros,
                    p99Micros,
                    flushMillis,
                    flushed);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 1_000})
    void shouldNotBeSlowedDownByForgedJoins(int joins) {
        for (long seed = 1; seed <= 3; seed++) {
            Outcome calm = run(seed, 3, (simulation, join) -> {});
            Outcome attacked = run(seed, 3, (simulation, join) -> join(simulation, joins, join));
            System.out.println("3 members, seed " + seed + ", calm: " + calm);
            System.out.println("3 members, seed " + seed + ", " + joins + " forged joins: " + attacked);
            assertThat(attacked.lost).isLessThanOrEqualTo(calm.lost);
            assertThat(attacked.p99Micros).isLessThanOrEqualTo(2 * calm.p99Micros);
            assertThat(attacked.flushMillis).isLessThanOrEqualTo(2 * calm.flushMillis + 50);
            assertThat(attacked.flushed).isEqualTo(calm.flushed).isTrue();
        }
    }

    /** After 4 s, not 6, the p99 was more than twice the calm one in 5 of 20 seeds, of which four are here. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 7, 8, 17, 20})
    void shouldBeSlowedDownForAFewSecondsOnlyWhenMostCrash(long seed) {
        Outcome calm = run(seed, 23, (simulation, join) -> {});
        Outcome crashed = run(seed, 23, (simulation, join) -> {
            for (int host = 3; host < 23; host++) {
                simulation.node(host).crash();
            }
            simulation.runFor(Duration.ofSeconds(6));
        });
        System.out.println("23 members, seed " + seed + ", calm: " + calm);
        System.out.println("23 members, seed " + seed + ", 6 s after 20 crashed: " + crashed);
        assertThat(crashed.lost).isZero();
        assertThat(crashed.p99Micros).isLessThanOrEqualTo(2 * calm.p99Micros);
    }

    private static Outcome run(long seed, int members, BiConsumer<Simulation, byte[]> trouble) {
        Simulation simulation = Simulation.builder(seed)
                .topology(Topology.star(members, LinkSettings.parse("delay=1ms,rate=1Gbit,loss=5%")))
                .protocol(new PbcastProtocol())
                .roles(Role.PEER)
                .unjudged()
                .build();
        Joins recorded = new Joins();
        simulation.node(1).observe(recorded);
        simulation.runFor(Duration.ofSeconds(3));
        Latencies latencies = new Latencies();
        simulation.node(0).observe(latencies);
        List<SimNode> watched = List.of(simulation.node(1), simulation.node(2));
        watched.forEach(node -> node.observe(latencies));
        trouble.accept(simulation, recorded.join);
        long lostBefore = lost(watched);
        simulation.node(0).send(Workload.paced(MESSAGES, 200, PER_SECOND));
        simulation.runFor(Duration.ofSeconds(MESSAGES / PER_SECOND).plusMillis(10));
        long begin = simulation.now().toMillis();
        SimFlush flush = simulation.node(0).flush(Duration.ofSeconds(10));
        simulation.runUntil(flush::isDone, Duration.ofSeconds(11));
        long flushMillis = simulation.now().toMillis() - begin;
        simulation.runFor(Duration.ofSeconds(3));
        return new Outcome(
                latencies.nanos.size(),
                lost(watched) - lostBefore,
                latencies.quantileMicros(0.5),
                latencies.quantileMicros(0.99),
                flushMillis,
                flush.isComplete());
    }

    private static long lost(List<SimNode> nodes) {
        return nodes.stream().mapToLong(SimNode::reportedLost).sum();
    }

    private static void join(Simulation simulation, int joins, byte[] join) {
        for (int i = 0; i < joins; i++) {
            InetSocketAddress madeUp = new InetSocketAddress("10.9." + i / 250 + '.' + (1 + i % 250), 4_000);
            simulation.injectMulticast(0, madeUp, Forgery.as(1_000_000 + i, join), TTL);
            simulation.runFor(Duration.ofMillis(1));
        }
    }

    private static final class Joins implements NodeObserver {
        private byte[] join = {};

        @Override
        public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
            if (DatagramHeader.type(datagram) == JOIN) {
                join = datagram.clone();
            }
        }
    }

    /** From acceptance at the sender to delivery. */
    private static final class Latencies implements NodeObserver {
        private final List<Long> acceptedNanos = new ArrayList<>();
        private final List<Long> nanos = new ArrayList<>();

        @Override
        public void onAccepted(long number, long nowNanos) {
            acceptedNanos.add(nowNanos);
        }

        @Override
        public void onDelivered(long sourceId, long number, long nowNanos) {
            nanos.add(nowNanos - acceptedNanos.get((int) number));
        }

        long quantileMicros(double share) {
            List<Long> sorted = nanos.stream().sorted().toList();
            return sorted.get((int) (share * (sorted.size() - 1))) / 1_000;
        }
    }
}
