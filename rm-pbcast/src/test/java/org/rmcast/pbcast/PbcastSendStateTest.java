package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.api.SendState;
import org.rmcast.api.SendState.Cause;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** A sender says what keeps its messages from leaving, and whom it waits for. */
class PbcastSendStateTest {
    private static SimulationBuilder group(PbcastConfig config) {
        return Simulation.builder(1)
                .topology(Topology.star(3, LinkSettings.parse("delay=1ms,rate=100Mbit")))
                .protocol(new PbcastProtocol())
                .parameters(config.parameters())
                .roles(Role.PEER);
    }

    @Test
    void shouldNameTheMemberThatTheWindowWaitsFor() {
        Simulation simulation = group(PbcastConfig.defaults()).build();
        simulation.runFor(Duration.ofSeconds(2));
        assertThat(simulation.node(0).sendState()).isEqualTo(SendState.READY);

        simulation.node(2).pause();
        simulation.node(0).send(Workload.unpaced(100_000, 1_000));
        simulation.runFor(Duration.ofMillis(300));

        SendState state = simulation.node(0).sendState();
        assertThat(state.cause()).isEqualTo(Cause.WINDOW);
        assertThat(state.memberId()).isEqualTo(simulation.node(2).memberId());
        assertThat(state.address()).isEqualTo(simulation.node(2).address());
    }

    @Test
    void shouldSayThatItIsTheRate() {
        Simulation simulation =
                group(PbcastConfig.defaults().with("maxRate", 1_000_000)).build();
        simulation.runFor(Duration.ofSeconds(2));
        simulation.node(0).send(Workload.unpaced(10_000, 1_000));
        simulation.runFor(Duration.ofSeconds(5));
        assertThat(simulation.node(0).sendState()).isEqualTo(SendState.of(Cause.RATE));
        assertThat(simulation.node(1).sendState()).isEqualTo(SendState.READY);
    }
}
