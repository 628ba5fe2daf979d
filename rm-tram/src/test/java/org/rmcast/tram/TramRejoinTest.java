package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * A receiver that was pruned stays away from all heads, not only from the one that pruned it, though it comes back at once and says nothing of
 * it. Host 0 sends, 1 to 3 are repair nodes.
 */
class TramRejoinTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int HEADS = 3;
    private static final int PRUNED = 4;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldMeetTheSameDelayAtEveryHead(long seed) {
        AtomicLong unwanted = new AtomicLong();
        Parameters parameters =
                Parameters.none().with("recovery", "reaffiliate").with("rejoinDelay", "8s");
        var builder = Simulation.builder(seed)
                .topology(Topology.star(10, LinkSettings.parse("delay=1ms,rate=100Mbit")))
                .protocol(new TramProtocol())
                .pruning(facts -> unwanted.compareAndSet(facts.memberId(), 0) ? "not wanted" : null)
                .traceLines(0);
        for (int host = 0; host < 10; host++) {
            builder.parameters(host, parameters.with("rejoinDelay", host == PRUNED ? "0s" : "8s"));
            if (host >= 1 && host <= HEADS) {
                builder.role(host, Role.REPAIR_NODE);
            } else if (host > HEADS) {
                builder.startAt(host, SECOND);
            }
        }
        Simulation simulation = builder.build();
        SimNode sender = simulation.node(0);
        SimNode pruned = simulation.node(PRUNED);
        assertThat(simulation.runUntil(() -> sender.receiverCount() == 6, SECOND.multipliedBy(5)))
                .isTrue();
        sender.send(Workload.paced(4_000, 300, 200));
        simulation.runFor(SECOND);
        unwanted.set(pruned.memberId());
        assertThat(simulation.runUntil(
                        () -> !pruned.events(SessionEvent.MemberPruned.class).isEmpty(), SECOND.multipliedBy(2)))
                .isTrue();
        int attached = 0;
        for (int i = 0; i < 50; i++) {
            simulation.runFor(Duration.ofMillis(100));
            attached += pruned.statistics().get(TramMeter.HEAD_ID) == 0 ? 0 : 1;
        }
        System.out.printf("seed %d: attached for %d %% of five seconds%n", seed, 2 * attached);
        assertThat(attached).isLessThanOrEqualTo(3);
        assertThat(simulation.runUntil(() -> sender.receiverCount() == 6, SECOND.multipliedBy(10)))
                .as("welcome again")
                .isTrue();
        for (SimNode node : simulation.nodes()) {
            assertThat(node.events(SessionEvent.MemberPruned.class))
                    .as("host %d", node.index())
                    .allMatch(event -> event.memberId() == pruned.memberId());
        }
    }
}
