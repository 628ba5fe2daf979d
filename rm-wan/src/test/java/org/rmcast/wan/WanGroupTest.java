package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** Five members, each of which sends to all and to some. */
class WanGroupTest {
    private static final int MEMBERS = 5;
    private static final int MESSAGES = 400;
    private static final Duration LONG = Duration.ofSeconds(20);

    private static Simulation group(Parameters parameters, String link) {
        Simulation simulation = Simulation.builder(5)
                .topology(Topology.star(MEMBERS, LinkSettings.parse(link)))
                .protocol(new WanProtocol())
                .parameters(parameters)
                .roles(Role.PEER)
                .build();
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() == MEMBERS - 1), LONG))
                .as("all have met")
                .isTrue();
        return simulation;
    }

    private static long sum(Simulation simulation, EngineMeter meter) {
        return simulation.nodes().stream()
                .mapToLong(node -> node.statistics().get(meter))
                .sum();
    }

    @ParameterizedTest
    @EnumSource(WanConfig.Mode.class)
    void shouldBringEverythingToAllInCausalOrder(WanConfig.Mode mode) {
        Simulation simulation =
                group(Parameters.none().with("mode", mode.name().toLowerCase(Locale.ROOT)), "delay=20ms,loss=3%");
        for (SimNode node : simulation.nodes()) {
            node.send(Workload.paced(MESSAGES, 200, 100).withBytes(0, 5_000).toSubsets(0.5));
        }
        simulation.runUntil(() -> simulation.nodes().stream().allMatch(SimNode::isSendingDone), LONG);
        for (SimNode node : simulation.nodes()) {
            SimFlush flush = node.flush(LONG);
            assertThat(simulation.runUntil(flush::isDone, LONG)).isTrue();
            assertThat(flush.isComplete()).isTrue();
        }
        simulation.checkComplete();
        assertThat(sum(simulation, EngineMeter.REPAIRS_RECEIVED)).isPositive();
    }

    /** What all have is let go, in every mode: else senders would stand still, or buffers grow. */
    @ParameterizedTest
    @EnumSource(WanConfig.Mode.class)
    void shouldKeepNoMoreThanItsBuffers(WanConfig.Mode mode) {
        long bufferBytes = 1 << 20;
        Simulation simulation = group(
                Parameters.none()
                        .with("mode", mode.name().toLowerCase(Locale.ROOT))
                        .with("bufferBytes", bufferBytes),
                "delay=20ms,loss=1%");
        for (SimNode node : simulation.nodes()) {
            node.send(Workload.paced(2_000, 500, 400).toSubsets(0.5));
        }
        for (int i = 0; i < 50; i++) {
            simulation.runFor(Duration.ofMillis(200));
            for (SimNode node : simulation.nodes()) {
                assertThat(node.statistics().get(EngineMeter.BUFFER_BYTES)).isLessThan(2 * bufferBytes);
            }
        }
        simulation.runUntil(() -> simulation.nodes().stream().allMatch(SimNode::isSendingDone), LONG);
        for (SimNode node : simulation.nodes()) {
            SimFlush flush = node.flush(LONG);
            assertThat(simulation.runUntil(flush::isDone, LONG)).isTrue();
            assertThat(flush.isComplete()).isTrue();
        }
        simulation.checkComplete();
        simulation.runFor(Duration.ofSeconds(3));
        assertThat(sum(simulation, EngineMeter.BUFFER_BYTES)).isZero();
    }

    @Test
    void shouldCarryLongMessages() {
        Simulation simulation = group(Parameters.none(), "delay=5ms,loss=1%,rate=1Gbit");
        simulation.node(0).send(Workload.unpaced(3, 16 << 20));
        simulation.runUntil(simulation.node(0)::isSendingDone, LONG);
        SimFlush flush = simulation.node(0).flush(LONG.multipliedBy(3));
        assertThat(simulation.runUntil(flush::isDone, LONG.multipliedBy(3))).isTrue();
        assertThat(flush.isComplete()).isTrue();
        simulation.checkComplete();
    }
}
