package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** Half of the receivers are behind a link that is cut for longer than repair heads hold packets: the sender alone has what they miss. */
class TramCutOffTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int IN_A_BRANCH = 20;
    private static final int MESSAGES = 2_500;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldRepairWithoutAStormForAllWhoWereCutOff(long seed) {
        Simulation simulation = Simulation.builder(seed)
                .topology(Topology.twoLevel(
                        2,
                        IN_A_BRANCH,
                        LinkSettings.parse("delay=17ms,rate=100Mbit"),
                        LinkSettings.parse("delay=1ms,rate=1Gbit")))
                .protocol(new TramProtocol())
                .parameters(Parameters.none()
                        .with("recovery", "reaffiliate")
                        .with("canBeHead", true)
                        .with("headCachePackets", 200)
                        .with("slowReceivers", "prune"))
                .traceLines(0)
                .build();
        simulation.runFor(SECOND.multipliedBy(2));
        simulation.node(0).send(Workload.paced(MESSAGES, 1_300, 500));
        simulation.runFor(SECOND.dividedBy(5));
        simulation.trunkLink(1).cut();
        simulation.runFor(SECOND.multipliedBy(5));
        simulation.trunkLink(1).uncut();
        long repairedBefore = simulation.node(0).statistics().get(EngineMeter.REPAIRS_SENT);
        boolean inTime = simulation.runUntil(() -> haveAll(simulation), SECOND.multipliedBy(20));
        long repairs = simulation.node(0).statistics().get(EngineMeter.REPAIRS_SENT) - repairedBefore;
        String what = "seed " + seed + ": " + simulation.now() + ", " + repairs + " repairs by the sender of "
                + MESSAGES + " packets";
        assertThat(inTime).as(what).isTrue();
        assertThat(repairs).as(what).isLessThan(6L * IN_A_BRANCH * MESSAGES);
    }

    private static boolean haveAll(Simulation simulation) {
        List<SimNode> receivers = simulation.nodes().stream()
                .filter(node -> node.role() == Role.RECEIVER)
                .toList();
        return receivers.stream().allMatch(node -> node.delivered() + node.reportedLost() >= MESSAGES);
    }
}
