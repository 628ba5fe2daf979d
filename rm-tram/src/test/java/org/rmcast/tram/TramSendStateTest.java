package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.rmcast.api.SendState;
import org.rmcast.api.SendState.Cause;
import org.rmcast.sim.Consumption;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** A sender says what keeps its messages from leaving, and whom it waits for. */
class TramSendStateTest {
    private final Simulation simulation = Simulation.builder(1)
            .topology(Topology.star(3, LinkSettings.parse("delay=1ms,rate=100Mbit")))
            .protocol(new TramProtocol())
            .parameters(TramConfig.defaults().with("maxRate", 1_000_000).parameters())
            .build();

    @Test
    void shouldNameTheReceiverThatTheWindowWaitsFor() {
        simulation.node(2).consume(Consumption.none());
        simulation.runFor(Duration.ofSeconds(2));
        assertThat(simulation.node(0).sendState()).isEqualTo(SendState.READY);

        simulation.node(0).send(Workload.unpaced(100_000, 1_000));
        simulation.runFor(Duration.ofSeconds(30));

        SendState state = simulation.node(0).sendState();
        assertThat(state.cause()).isIn(Cause.WINDOW, Cause.BUFFER_FULL);
        assertThat(state.memberId()).isEqualTo(simulation.node(2).memberId());
        assertThat(state.address()).isEqualTo(simulation.node(2).address());
    }

    @Test
    void shouldSayThatItIsTheRate() {
        simulation.runFor(Duration.ofSeconds(2));
        simulation.node(0).send(Workload.unpaced(10_000, 1_000));
        simulation.runFor(Duration.ofSeconds(5));
        assertThat(simulation.node(0).sendState()).isEqualTo(SendState.of(Cause.RATE));
    }

    /** It listens for other senders as long as it has no receivers. */
    @Test
    void shouldSayThatNobodyIsThereYet() {
        simulation.node(0).send(Workload.unpaced(10, 1_000));
        simulation.runFor(Duration.ofNanos(1));
        assertThat(simulation.node(0).sendState()).isEqualTo(SendState.of(Cause.NO_RECEIVERS));
        assertThat(simulation.node(1).sendState()).isEqualTo(SendState.READY);
    }
}
