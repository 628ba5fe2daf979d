package org.rmcast.lab.group;

import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/** Losses on links, of datagrams of all kinds and of each link independently. */
public final class LinkNoise {
    private LinkNoise() {}

    /**
     * Lets every link between routers lose datagrams from now on, in both directions.
     *
     * @param probability 0 to 1
     */
    public static void onAllLinks(Simulation simulation, double probability) {
        Topology topology = simulation.topology();
        for (int router = 1; router < topology.routers(); router++) {
            simulation.trunkLink(router).impair(topology.trunkLink(router).withLoss(probability));
        }
        for (int link = 0; link < topology.crossLinks(); link++) {
            simulation.crossLink(link).impair(topology.crossLinkSettings(link).withLoss(probability));
        }
    }
}
