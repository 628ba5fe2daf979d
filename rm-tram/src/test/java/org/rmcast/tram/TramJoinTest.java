package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.tram.wire.TramPacket;

/** Many who join one LAN at the same time, where each datagram costs 10 us. Host 0 sends. */
class TramJoinTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int RECEIVERS = Integer.getInteger("rm.joiners", 300);

    @Test
    void shouldJoinWithoutFloodingTheLan() {
        var builder = Simulation.builder(1)
                .topology(Topology.star(1 + RECEIVERS, LinkSettings.parse("delay=100us,rate=1Gbit")))
                .protocol(new TramProtocol())
                .traceLines(0);
        Random random = new Random(1);
        for (int host = 1; host <= RECEIVERS; host++) {
            builder.startAt(host, SECOND.plusNanos((long) (random.nextDouble() * 1e9)));
        }
        Simulation simulation = builder.build();
        Map<TramPacket.Type, Long> heard = new EnumMap<>(TramPacket.Type.class);
        for (int host = 0; host <= RECEIVERS; host++) {
            simulation.node(host).faults().serve(Duration.ofNanos(10_000), 4_096);
            simulation.node(host).observe(new NodeObserver() {
                @Override
                public void onReceived(byte[] datagram, long nowNanos) {
                    heard.merge(Parts.decode(datagram).type(), 1L, Long::sum);
                }
            });
        }
        simulation.runUntil(SECOND.multipliedBy(2));
        boolean all =
                simulation.runUntil(() -> simulation.node(0).receiverCount() == RECEIVERS, SECOND.multipliedBy(10));
        double joined = simulation.now().toNanos() / 1e9 - 2;
        long hellos = heard.getOrDefault(TramPacket.Type.HELLO, 0L);
        long control = heard.values().stream().mapToLong(Long::longValue).sum() - hellos;
        System.out.printf(
                "seed %d: %d of %d joined %.2f s after the last start; %.1f datagrams each besides hellos, %.1f hellos; %s%n",
                simulation.seed(),
                simulation.node(0).receiverCount(),
                RECEIVERS,
                joined,
                control / (double) RECEIVERS,
                hellos / (double) RECEIVERS,
                heard);
        assertThat(all).isTrue();
        assertThat(control / (double) RECEIVERS).isLessThanOrEqualTo(50);
    }
}
