package org.rmcast.nak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** One sender and three receivers: what both presets do about losses. */
class NakGroupTest {
    private static final int MESSAGES = 2_000;
    private static final Duration LONG = Duration.ofSeconds(20);

    private static Simulation group(Parameters parameters, String link) {
        Simulation simulation = Simulation.builder(5)
                .topology(Topology.star(4, LinkSettings.parse(link)))
                .protocol(new NakProtocol())
                .parameters(parameters)
                .role(0, Role.SENDER)
                .build();
        SimNode sender = simulation.node(0);
        assertThat(simulation.runUntil(() -> sender.receiverCount() == 3, LONG)).isTrue();
        simulation.runFor(Duration.ofMillis(500));
        return simulation;
    }

    private static long sum(Simulation simulation, EngineMeter meter) {
        return simulation.nodes().stream()
                .mapToLong(node -> node.statistics().get(meter))
                .sum();
    }

    @Test
    void shouldAskUntilEverythingHasCome() {
        Simulation simulation = group(Parameters.none(), "delay=5ms,loss=10%");
        simulation.node(0).send(Workload.paced(MESSAGES, 500, 200));
        simulation.runFor(LONG);
        assertThat(sum(simulation, EngineMeter.MESSAGES_DELIVERED)).isEqualTo(3L * MESSAGES);
        assertThat(sum(simulation, EngineMeter.NAKS_SENT)).isGreaterThan(sum(simulation, EngineMeter.PACKETS_MISSED));
    }

    @Test
    void shouldFindOutThatTheLastPacketsWereLost() {
        Simulation simulation = group(Parameters.none(), "delay=5ms,loss=15%");
        simulation.node(0).send(Workload.paced(3, 500, 1_000));
        simulation.runFor(Duration.ofSeconds(5));
        assertThat(sum(simulation, EngineMeter.MESSAGES_DELIVERED)).isEqualTo(9);
    }

    /** The baseline as published: one request for each packet, and what is lost twice is reported. */
    @Test
    void shouldAskOnceOnlyInThePaper() {
        Simulation simulation = group(Parameters.none().with("preset", "paper"), "delay=5ms,loss=10%");
        simulation.node(0).send(Workload.paced(MESSAGES, 500, 200));
        simulation.runFor(LONG);
        long lost = sum(simulation, EngineMeter.MESSAGES_LOST);
        assertThat(lost).isPositive();
        assertThat(sum(simulation, EngineMeter.MESSAGES_DELIVERED) + lost).isEqualTo(3L * MESSAGES);
        assertThat(sum(simulation, EngineMeter.NAKS_SENT))
                .isLessThanOrEqualTo(sum(simulation, EngineMeter.PACKETS_MISSED));
        assertThat(simulation.node(1).events(SessionEvent.MessagesLost.class)).isNotEmpty();
    }
}
