package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Large groups have to be cheap: millions of deliveries in one unit test. */
class ScaleTest {
    @Test
    void shouldCarryTwoThousandMessagesToAThousandReceivers() {
        LinkSettings link = LinkSettings.parse("delay=1ms,rate=1Gbit,loss=2%");
        Simulation simulation = Simulation.builder(1)
                .topology(Topology.twoLevel(32, 32, link, link))
                .protocol(new FaultyProtocol())
                .build();
        simulation.node(0).send(Workload.paced(2_000, 1_000, 1_000));
        simulation.runFor(Duration.ofSeconds(3));
        long delivered =
                simulation.nodes().stream().mapToLong(SimNode::delivered).sum();
        assertThat(delivered / (1_024 * 2_000.0)).isBetween(0.93, 0.95);
    }
}
