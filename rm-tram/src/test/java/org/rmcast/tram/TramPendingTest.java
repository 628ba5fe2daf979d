package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Role;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** What is lost above a head, its members ask it for before it has it itself. Host 0 sends, host 1 is the head of all others. */
class TramPendingTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int MEMBERS = 10;
    private static final int PACKETS = 2_000;
    private static final String TRUNK = "delay=20ms,rate=1Gbit";
    private static final LinkSettings ACCESS = LinkSettings.parse("delay=500us,rate=1Gbit");

    @ParameterizedTest
    @CsvSource({"local, 1, 1.2, 65", "local, 2, 1.3, 75", "reaffiliate, 3, 2.5, 65"})
    void shouldBeRepairedWithoutAskingAgain(String recovery, long seed, double mostAsked, double mostMillis) {
        var builder = Simulation.builder(seed)
                .topology(Topology.twoLevel(1, 1 + MEMBERS, LinkSettings.parse(TRUNK), ACCESS))
                .protocol(new TramProtocol())
                .parameters(TramConfig.defaults().with("recovery", recovery).parameters())
                .role(1, Role.REPAIR_NODE)
                .traceLines(0);
        for (int host = 2; host < 2 + MEMBERS; host++) {
            builder.startAt(host, SECOND);
        }
        Simulation simulation = builder.build();
        simulation.runFor(SECOND.multipliedBy(3));
        assertThat(simulation.node(0).receiverCount()).isEqualTo(MEMBERS);
        simulation.trunkLink(1).impair(LinkSettings.parse(TRUNK + ",loss=2%"));
        List<Long> late = new ArrayList<>();
        Map<Long, Long> sent = new HashMap<>();
        simulation.node(0).observe(new NodeObserver() {
            @Override
            public void onAccepted(long number, long nowNanos) {
                sent.put(number, nowNanos);
            }
        });
        for (int host = 2; host < 2 + MEMBERS; host++) {
            simulation.node(host).observe(new NodeObserver() {
                @Override
                public void onDelivered(long sourceId, long number, long nowNanos) {
                    long delay = nowNanos - sent.getOrDefault(number, nowNanos);
                    if (delay > 40_000_000) {
                        late.add(delay);
                    }
                }
            });
        }
        simulation.node(0).send(Workload.paced(PACKETS, 1_000, 200));
        simulation.runFor(SECOND.multipliedBy(12));
        long asked = 0;
        for (int host = 2; host < 2 + MEMBERS; host++) {
            assertThat(simulation.node(host).delivered()).isEqualTo(PACKETS);
            asked += simulation.node(host).statistics().get(EngineMeter.NAKS_SENT);
        }
        long lost = simulation.node(1).statistics().get(EngineMeter.PACKETS_MISSED);
        double perLoss = asked / (double) lost / MEMBERS;
        double meanMillis = late.stream().mapToLong(Long::longValue).average().orElse(0) / 1e6;
        System.out.printf(
                "%s, seed %d: %d lost above, %.2f requests of each member for each, %d deliveries late, %.1f ms in the mean%n",
                recovery, seed, lost, perLoss, late.size(), meanMillis);
        assertThat(perLoss).isLessThanOrEqualTo(mostAsked);
        assertThat(meanMillis).isLessThanOrEqualTo(mostMillis);
    }
}
