package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.wan.wire.WanPacket.PacketType;

/** How long messages take to five members under loss, in the simulator: in round trips, since nothing else takes time there. */
class WanDelayTest {
    private static final int MEMBERS = 5;
    private static final int SECONDS = Integer.getInteger("rm.seconds", 3);
    private static final Duration LONG = Duration.ofSeconds(20);

    /** Ninety-nine of a hundred messages wait for one repair at most, and few more for two: of it, or of what comes before it. */
    @ParameterizedTest
    @CsvSource({"modified, 200, 2, 60", "modified, 2000, 2, 60", "modified, 200, 100, 700", "decentralised, 200, 2, 60"
    })
    void shouldDeliverSoonUnderLoss(String mode, int rate, int roundTripMillis, int mostMillis) {
        Simulation simulation = Simulation.builder(5)
                .topology(Topology.star(MEMBERS, LinkSettings.parse("loss=2.5%,delay=" + 250 * roundTripMillis + "us")))
                .protocol(new WanProtocol())
                .parameters(Parameters.none().with("mode", mode))
                .roles(Role.PEER)
                .build();
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() == MEMBERS - 1), LONG))
                .isTrue();
        simulation.runFor(Duration.ofSeconds(2));
        Map<Long, List<Long>> accepted = new HashMap<>();
        List<Long> delays = new ArrayList<>();
        for (SimNode node : simulation.nodes()) {
            List<Long> own = new ArrayList<>();
            accepted.put(node.memberId(), own);
            node.observe(new NodeObserver() {
                @Override
                public void onAccepted(long number, long nowNanos) {
                    own.add(nowNanos);
                }

                @Override
                public void onDelivered(long sourceId, long number, long nowNanos) {
                    delays.add(nowNanos
                            - accepted.getOrDefault(sourceId, List.of()).get((int) number));
                }
            });
            node.send(Workload.paced((long) rate * SECONDS, 200, rate).toSubsets(1));
        }
        assertThat(simulation.runUntil(() -> simulation.nodes().stream().allMatch(SimNode::isSendingDone), LONG))
                .isTrue();
        simulation.runFor(Duration.ofSeconds(5));
        simulation.checkComplete();
        long[] sorted = delays.stream().mapToLong(Long::longValue).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "%s %d/s rtt %d ms: %d, p50 %.2f p90 %.2f p99 %.2f p99.9 %.2f max %.2f ms; naks %d repairs %d missed %d dup %d control %d data %d%n",
                mode,
                rate,
                roundTripMillis,
                sorted.length,
                at(sorted, 0.5),
                at(sorted, 0.9),
                at(sorted, 0.99),
                at(sorted, 0.999),
                at(sorted, 1),
                sum(simulation, EngineMeter.NAKS_SENT),
                sum(simulation, EngineMeter.REPAIRS_SENT),
                sum(simulation, EngineMeter.PACKETS_MISSED),
                sum(simulation, EngineMeter.DUPLICATE_PACKETS),
                sum(simulation, EngineMeter.CONTROL_PACKETS_SENT),
                sum(simulation, EngineMeter.DATA_PACKETS_SENT));
        assertThat(at(sorted, 0.99)).isLessThan(mostMillis);
    }

    /** A member takes 12 ms before it has a message, which no probe shows: a sender learns that confirmations come later than its time-out. */
    @Test
    void shouldSeldomSendAgainWhatIsMerelyConfirmedLate() {
        Simulation simulation = Simulation.builder(6)
                .topology(Topology.star(3, LinkSettings.parse("delay=90ms,jitter=1ms")))
                .protocol(new WanProtocol())
                .parameters(Parameters.none()
                        .with("mode", "decentralised")
                        .with("ackDelay", "0s")
                        .with("probePeriod", "2500ms")
                        .with("probeTimeout", "1s"))
                .roles(Role.PEER)
                .build();
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() == 2), LONG))
                .isTrue();
        LinkFault processing = LinkFault.delay(
                datagram -> DatagramHeader.type(datagram) == PacketType.DATA.code(), Duration.ofMillis(12));
        for (int host = 0; host < 3; host++) {
            simulation.accessLink(host).injectDown(processing);
        }
        SimNode sender = simulation.node(0);
        sender.send(Workload.paced(100, 200, 1));
        simulation.runFor(Duration.ofSeconds(110));
        assertThat(sender.isSendingDone()).isTrue();
        assertThat(sender.statistics().get(EngineMeter.REPAIRS_SENT))
                .as("of 1,000")
                .isLessThan(20);
    }

    private static double at(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.round(sorted.length * share))] / 1e6;
    }

    private static long sum(Simulation simulation, EngineMeter meter) {
        return simulation.nodes().stream()
                .mapToLong(node -> node.statistics().get(meter))
                .sum();
    }
}
