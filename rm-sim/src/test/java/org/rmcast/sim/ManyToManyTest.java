package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.testing.ToyPeerProtocol;
import org.rmcast.core.wire.Cast;

/** Groups in which every member sends and receives. */
class ManyToManyTest {
    private static final LinkSettings LINK = LinkSettings.parse("delay=2ms,loss=5%,rate=100Mbit");

    @Test
    void shouldCarryTheMessagesOfEachToAllOthers() {
        Simulation simulation = group(1, 8);
        simulation.runFor(Duration.ofMillis(200));
        simulation.nodes().forEach(node -> node.send(Workload.paced(200, 100, 400)));
        simulation.runFor(Duration.ofSeconds(3));
        simulation.checkComplete();
        simulation.nodes().forEach(node -> {
            assertThat(node.accepted()).isEqualTo(200);
            assertThat(node.delivered()).isEqualTo(7 * 200);
        });
    }

    @Test
    void shouldLetARestartedPeerSendAndReceiveUnderItsNewId() {
        Simulation simulation = group(2, 5);
        simulation.nodes().forEach(node -> node.send(Workload.paced(600, 100, 300)));
        simulation.runUntil(Duration.ofMillis(700));
        SimNode restarted = simulation.node(3);
        long before = restarted.accepted();
        restarted.crash();
        simulation.runFor(Duration.ofMillis(300));
        restarted.restart();
        assertThat(restarted.memberId()).isEqualTo(4_001);
        assertThat(restarted.accepted()).isZero();
        simulation.runFor(Duration.ofMillis(100));
        restarted.send(Workload.paced(100, 100, 300));
        simulation.runUntil(Duration.ofSeconds(8));
        simulation.checkComplete();
        assertThat(before).isBetween(150L, 220L);
        assertThat(restarted.accepted()).isEqualTo(100);
        // The others still keep what they sent since the crash: they wait for the member before.
        assertThat(restarted.delivered()).isBetween(4 * 380L, 4 * 400L);
        assertThat(simulation.node(0).delivered()).isBetween(3 * 600 + 100 + before - 20, 3 * 600 + 100 + before);
        assertThat(simulation.node(0).events(SessionEvent.SenderLost.class))
                .extracting(SessionEvent.SenderLost::sourceId)
                .containsExactly(4_000L);
    }

    @Test
    void shouldNotFindAPeerCompleteThatGotNothingOfASourceItKnew() {
        Simulation simulation = group(3, 3);
        simulation.runFor(Duration.ofMillis(200));
        simulation.node(2).consume(Consumption.none());
        simulation.partition(List.of(2));
        simulation.node(0).send(Workload.paced(50, 100, 100));
        simulation.runFor(Duration.ofMillis(600));
        assertThatThrownBy(simulation::checkComplete)
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("nothing of 1000 was delivered since it joined");
    }

    @Test
    void shouldNotBlameAPeerForWhatWasSentBeforeItKnewTheSource() {
        Simulation simulation = Simulation.builder(4)
                .topology(Topology.star(3, LinkSettings.parse("delay=2ms")))
                .protocol(new ToyPeerProtocol())
                .roles(Role.PEER)
                .build();
        simulation.partition(List.of(2));
        simulation.node(0).send(Workload.paced(50, 100, 100));
        simulation.runFor(Duration.ofSeconds(1));
        simulation.heal();
        simulation.runFor(Duration.ofSeconds(1));
        simulation.checkComplete();
        assertThat(simulation.node(1).delivered()).isEqualTo(50);
        assertThat(simulation.node(2).delivered()).isZero();
    }

    @Test
    void shouldNotLetAPeerEndSinceOneSenderIsLost() {
        Simulation simulation = Simulation.builder(5)
                .topology(Topology.star(3, LINK))
                .protocol(new QuietProtocol(context -> new EndingEngine()))
                .roles(Role.PEER)
                .build();
        assertThatThrownBy(() -> simulation.runFor(Duration.ofSeconds(3)))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("closed unasked, and no event said why");
    }

    /** Loses one sender after a while, and ends. */
    private static final class EndingEngine extends QuietEngine {
        private long endNanos;

        @Override
        public void onStart(long now, Actions actions) {
            endNanos = now + 1_000_000;
        }

        @Override
        public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions) {}

        @Override
        public void onDeadline(long now, Actions actions) {
            actions.report(new SessionEvent.SenderLost(1_000, EventCause.SILENT, "silence"));
            actions.closed(FlushResult.completed());
        }

        @Override
        public long nextDeadlineNanos() {
            return endNanos;
        }
    }

    @Test
    void shouldFindPeersCompleteAfterRandomFaults() {
        for (long seed = 0; seed < 12; seed++) {
            assertThat(digestAfterFaults(seed)).as("seed %d", seed).isEqualTo(digestAfterFaults(seed));
        }
    }

    @Test
    void shouldCarryAHundredPeersWithTenSenders() {
        Simulation simulation = group(6, 100);
        simulation.runUntil(
                () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() == 99), Duration.ofSeconds(3));
        for (int sender = 0; sender < 10; sender++) {
            simulation.node(sender * 10).send(Workload.paced(100, 200, 100));
        }
        simulation.runFor(Duration.ofSeconds(3));
        simulation.checkComplete();
        assertThat(simulation.nodes())
                .allSatisfy(node -> assertThat(node.delivered() + (node.index() % 10 == 0 ? 100 : 0))
                        .isEqualTo(1_000));
    }

    private static long digestAfterFaults(long seed) {
        Simulation simulation = group(seed, 7);
        FaultPlan.random(
                        new SplittableRandom(seed),
                        simulation.topology(),
                        FaultOptions.between(Duration.ofMillis(100), Duration.ofSeconds(3))
                                .withSpared()
                                .withMaxFaults(10))
                .applyTo(simulation);
        simulation.node(1).send(Workload.paced(1_000, 0, 300).withBytes(0, 800));
        simulation.node(2).send(Workload.paced(1_000, 0, 300).withBytes(0, 800));
        simulation.runUntil(Duration.ofSeconds(4));
        simulation.nodes().stream().filter(SimNode::isRunning).forEach(node -> node.send(Workload.paced(50, 100, 100)));
        simulation.runUntil(Duration.ofSeconds(8));
        simulation.checkComplete();
        return simulation.digest();
    }

    private static Simulation group(long seed, int peers) {
        return Simulation.builder(seed)
                .topology(Topology.star(peers, LINK))
                .protocol(new ToyPeerProtocol())
                .roles(Role.PEER)
                .build();
    }
}
