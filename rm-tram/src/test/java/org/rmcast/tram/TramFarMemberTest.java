package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.Consumption;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * TRAM++: a repair head (host 1) with one member that is 1 ms away (2) and one that is 200 ms away (3), at 5,000 packets/s. What the far
 * one confirms is a thousand packets old, half of the head's cache.
 */
class TramFarMemberTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int PER_SECOND = 5_000;
    private static final int SECONDS = 20;
    private static final int HEAD = 1;
    private static final int FAR = 3;

    private static Parameters plus() {
        return Parameters.none().with("recovery", "reaffiliate");
    }

    /** @param cachePackets of the far member: what it receives while it waits for a repair */
    private static Simulation group(int cachePackets) {
        LinkSettings near = LinkSettings.parse("delay=250us,rate=1Gbit");
        Topology.Builder topology = Topology.builder();
        for (int host = 0; host <= 2; host++) {
            topology.host(0, near);
        }
        topology.host(0, LinkSettings.parse("delay=100ms,rate=1Gbit"));
        Simulation simulation = Simulation.builder(1)
                .topology(topology.build())
                .protocol(new TramProtocol())
                .parameters(plus())
                .parameters(FAR, plus().with("headCachePackets", cachePackets))
                .traceLines(0)
                .role(0, Role.SENDER)
                .role(HEAD, Role.REPAIR_NODE)
                .startAt(2, SECOND)
                .startAt(FAR, SECOND)
                .build();
        simulation.runFor(SECOND.multipliedBy(3));
        for (int host = 2; host <= FAR; host++) {
            assertThat(simulation.node(host).statistics().get(TramMeter.HEAD_ID))
                    .isEqualTo(simulation.node(HEAD).memberId());
        }
        return simulation;
    }

    @Test
    void shouldWaitForAMemberThatIsFarAwayAndRepairWhatItLoses() {
        Simulation simulation = group(16_384);
        simulation.accessLink(FAR).impair(LinkSettings.parse("delay=100ms,rate=1Gbit,loss=1%"));
        simulation
                .node(HEAD)
                .onEvent(event -> System.out.println(simulation.now().toMillis() + " " + event));
        simulation.node(0).send(Workload.paced((long) SECONDS * PER_SECOND, 1_000, PER_SECOND));
        simulation.runFor(SECOND.multipliedBy(3));
        // Until its window has grown to what is on the way, it is behind.
        int lagging = laggings(simulation);
        assertThat(simulation.node(HEAD).events(SessionEvent.ReceiverCaughtUp.class))
                .hasSize(lagging);
        simulation.runFor(SECOND.multipliedBy(SECONDS));
        long lost = simulation.accessLink(FAR).droppedDown();
        long bySender = simulation.node(0).statistics().get(EngineMeter.REPAIRS_SENT);
        long byHead = simulation.node(HEAD).statistics().get(EngineMeter.REPAIRS_SENT);
        System.out.printf("%d lost, %d repairs by the head, %d by the sender%n", lost, byHead, bySender);
        assertThat(simulation.node(FAR).delivered()).isEqualTo((long) SECONDS * PER_SECOND);
        // Only a packet that was lost three times is later than three round trips.
        assertThat(laggings(simulation)).isLessThanOrEqualTo(lagging + 1);
        assertThat(simulation.node(HEAD).events(SessionEvent.ReceiverCaughtUp.class))
                .hasSize(laggings(simulation));
        assertThat(bySender).isLessThanOrEqualTo(lost / 20);
    }

    private static int laggings(Simulation simulation) {
        return simulation.node(HEAD).events(SessionEvent.ReceiverLagging.class).size();
    }

    @Test
    void shouldNotWaitForOneThatIsFarAwayAndLags() {
        Simulation simulation = group(2_048);
        simulation.node(FAR).consume(Consumption.rate(PER_SECOND / 2.0));
        simulation.node(0).send(Workload.paced(5L * PER_SECOND, 1_000, PER_SECOND));
        simulation.runFor(SECOND.multipliedBy(5));
        assertThat(laggings(simulation)).isPositive();
        assertThat(simulation.node(2).delivered()).isGreaterThan(5L * PER_SECOND - 200);
    }
}
