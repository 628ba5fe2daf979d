package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** Whole groups in the simulator: host 0 sends. */
class TramGroupTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void shouldDeliverEverythingOverPerfectLinks() {
        Simulation simulation = star(6, "delay=1ms,rate=1Gbit", TramConfig.defaults());
        join(simulation, 6);
        simulation.node(0).send(Workload.unpaced(2_000, 1_000));
        finish(simulation, 2_000);
    }

    @Test
    void shouldDeliverEverythingThroughLoss() {
        Simulation simulation = star(6, "delay=1ms,rate=1Gbit,loss=5%", TramConfig.defaults());
        join(simulation, 6);
        simulation.node(0).send(Workload.unpaced(2_000, 1_000));
        finish(simulation, 2_000);
    }

    /** Packets that overtake one another by up to 2 ms, and none lost: finding 12 of the review of TRAM. */
    @Test
    void shouldNotAskForWhatWasOnlyOvertaken() {
        Simulation simulation = star(6, "delay=5ms,reorder=10%,reorder-delay=2ms,rate=1Gbit", TramConfig.defaults());
        join(simulation, 6);
        simulation.node(0).send(Workload.paced(10_000, 1_000, 5_000));
        finish(simulation, 10_000);
        EngineStatistics sender = simulation.node(0).statistics();
        assertThat(sender.get(EngineMeter.REPAIRS_SENT)).isLessThan(sender.get(EngineMeter.DATA_PACKETS_SENT) / 20);
    }

    /** The simulator refuses a longer one. */
    @Test
    void shouldKeepToTheChannelsLargestDatagram() {
        Simulation simulation = Simulation.builder(7)
                .topology(Topology.star(9, LinkSettings.parse("delay=1ms,rate=1Gbit,loss=5%")))
                .protocol(new TramProtocol())
                .parameters(TramConfig.defaults().with("maxMembers", 4).parameters())
                .maxDatagramBytes(256)
                .build();
        join(simulation, 8);
        simulation.node(0).send(Workload.unpaced(500, 1_000));
        finish(simulation, 500);
    }

    private static Simulation star(int receivers, String link, TramConfig config) {
        return Simulation.builder(7)
                .topology(Topology.star(receivers + 1, LinkSettings.parse(link)))
                .protocol(new TramProtocol())
                .parameters(config.parameters())
                .role(0, Role.SENDER)
                .build();
    }

    private static void join(Simulation simulation, int receivers) {
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == receivers, SECOND.multipliedBy(20)))
                .as("receivers that joined: %s", simulation.node(0).receiverCount())
                .isTrue();
    }

    private static void finish(Simulation simulation, long messages) {
        assertThat(simulation.runUntil(simulation.node(0)::isSendingDone, SECOND.multipliedBy(60)))
                .isTrue();
        simulation.node(0).close(SECOND.multipliedBy(30));
        assertThat(simulation.runUntil(() -> simulation.node(0).closeResult() != null, SECOND.multipliedBy(40)))
                .isTrue();
        assertThat(Objects.requireNonNull(simulation.node(0).closeResult()).complete())
                .as("%s", simulation.node(0).closeResult())
                .isTrue();
        simulation.runFor(SECOND);
        simulation.checkComplete();
        List<SimNode> receivers =
                simulation.nodes().subList(1, simulation.nodes().size());
        for (SimNode receiver : receivers) {
            if (receiver.role() == Role.RECEIVER) {
                assertThat(receiver.delivered()).as("host %d", receiver.index()).isEqualTo(messages);
                assertThat(receiver.events(SessionEvent.StreamEnded.class)).hasSize(1);
            }
        }
    }
}
