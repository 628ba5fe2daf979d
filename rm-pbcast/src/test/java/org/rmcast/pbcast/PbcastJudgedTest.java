package org.rmcast.pbcast;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** What the simulator's judge asks of Bimodal Multicast, and runs with faults do not show. */
class PbcastJudgedTest {
    private static final LinkSettings LINK = LinkSettings.parse("delay=1ms,rate=1Gbit");

    /** Finding B3: of some nothing was delivered, and no event said so. */
    @Test
    void shouldNotIgnoreSendersBeyondTheMost() {
        Simulation simulation = peers(5).parameters(
                        PbcastConfig.defaults().with("maxSenders", 2).parameters())
                .build();
        simulation.runFor(Duration.ofSeconds(3));
        for (int host = 0; host < 5; host++) {
            simulation.node(host).send(Workload.paced(10, 100, 10));
        }
        simulation.runFor(Duration.ofSeconds(5));
        simulation.checkComplete();
    }

    private static SimulationBuilder peers(int members) {
        return Simulation.builder(1)
                .topology(Topology.star(members, LINK))
                .protocol(new PbcastProtocol())
                .roles(Role.PEER);
    }
}
