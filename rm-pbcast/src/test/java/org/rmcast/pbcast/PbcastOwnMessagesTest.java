package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.sim.Consumption;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Workload;

/** Peers that are given what they send themselves; that all is in order and true the simulation checks. */
class PbcastOwnMessagesTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void shouldGiveEachPeerItsOwnMessagesToo() {
        for (long seed = 1; seed <= 5; seed++) {
            Simulation simulation = group(seed);
            simulation.nodes().forEach(node -> node.send(Workload.paced(200, 100, 500)));
            assertThat(simulation.runUntil(
                            () -> simulation.nodes().stream().allMatch(node -> node.delivered() == 4 * 200), LONG))
                    .as("seed %d", seed)
                    .isTrue();
            simulation.checkComplete();
        }
    }

    @Test
    void shouldHoldASenderBackWhoseApplicationTakesNothing() {
        Simulation simulation = group(9);
        SimNode slow = simulation.node(0);
        slow.consume(Consumption.none());
        slow.send(Workload.unpaced(1_000, 100));
        simulation.runFor(Duration.ofSeconds(2));
        assertThat(slow.accepted()).isEqualTo(50);
        slow.consume(Consumption.immediate());
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream().allMatch(node -> node.delivered() == 1_000), LONG))
                .isTrue();
        simulation.checkComplete();
    }

    private static Simulation group(long seed) {
        Simulation simulation = PbcastGroupTest.group(seed, 4, "delay=1ms,rate=1Gbit,loss=5%", PbcastConfig.defaults())
                .roles(Role.PEER)
                .deliveryQueue(50)
                .deliverOwn()
                .build();
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() == 3), LONG))
                .as("seed %d", seed)
                .isTrue();
        return simulation;
    }
}
