package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** Small groups in the simulator: one sender and receivers, many senders, join, leave, crash. */
class PbcastGroupTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    static SimulationBuilder group(long seed, int hosts, String links, PbcastConfig config) {
        return Simulation.builder(seed)
                .topology(Topology.star(hosts, LinkSettings.parse(links)))
                .protocol(new PbcastProtocol())
                .parameters(config.parameters());
    }

    @Test
    void shouldDeliverToAllReceiversThroughLossAndTellTheSenderSo() {
        for (PbcastConfig config : List.of(PbcastConfig.defaults(), PbcastConfig.paper())) {
            Simulation simulation =
                    group(1, 5, "delay=1ms,rate=1Gbit,loss=5%", config).build();
            SimNode sender = simulation.node(0);
            assertThat(simulation.runUntil(() -> sender.receiverCount() == 4, LONG))
                    .isTrue();
            sender.send(Workload.paced(500, 200, 500));
            assertThat(simulation.runUntil(sender::isSendingDone, LONG)).isTrue();
            sender.close(LONG);
            assertThat(simulation.runUntil(() -> sender.closeResult() != null, LONG.plusSeconds(1)))
                    .isTrue();
            simulation.runFor(Duration.ofSeconds(3));
            simulation.checkComplete();
            assertThat(Objects.requireNonNull(sender.closeResult()).complete())
                    .as("%s", sender.closeResult())
                    .isTrue();
            for (SimNode node : simulation.nodes().subList(1, 5)) {
                assertThat(node.delivered()).isEqualTo(500);
                assertThat(node.events(SessionEvent.StreamEnded.class)).hasSize(1);
            }
        }
    }

    @Test
    void shouldCarryManySenders() {
        SimulationBuilder builder = group(2, 6, "delay=2ms,rate=1Gbit,loss=5%", PbcastConfig.defaults());
        for (int host = 0; host < 6; host++) {
            builder.role(host, Role.PEER);
        }
        Simulation simulation = builder.build();
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() == 5), LONG))
                .isTrue();
        simulation.nodes().forEach(node -> node.send(Workload.paced(300, 100, 300)));
        simulation.runFor(Duration.ofSeconds(4));
        for (SimNode node : simulation.nodes()) {
            assertThat(node.delivered()).isEqualTo(5 * 300);
            assertThat(node.reportedLost()).isZero();
        }
        simulation.checkComplete();
    }
}
