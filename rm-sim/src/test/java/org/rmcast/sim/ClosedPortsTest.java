package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.wire.Cast;

/** Host 0 sends to host 1 each 25 ms, and hears what the host of a killed member answers. */
class ClosedPortsTest {
    private static final InetSocketAddress PEER = SimNode.addressOf(1);
    private static final Duration SECONDS = Duration.ofMillis(2_500);

    private final List<Long> answersMillis = new ArrayList<>();
    private boolean watches = true;
    private final Simulation simulation = Simulation.builder(1)
            .topology(Topology.star(2, LinkSettings.parse("delay=1ms")))
            .protocol(new QuietProtocol(Asker::new))
            .roles(Role.PEER)
            .build();

    @BeforeEach
    void begin() {
        simulation.runFor(Duration.ofMillis(100));
        assertThat(answersMillis).as("it is there").isEmpty();
    }

    @Test
    void shouldAnswerAsSparinglyAsLinux() {
        simulation.node(1).crash();
        simulation.runFor(SECONDS);
        assertThat(answersMillis).hasSize(8);
        assertThat(answersMillis.get(5)).isBetween(100L + 5 * 25, 100L + 7 * 25);
        assertThat(answersMillis.get(7) - answersMillis.get(6)).isBetween(990L, 1_030L);
    }

    @Test
    void shouldAnswerNothingWhereNobodyWatches() {
        watches = false;
        simulation.runFor(Duration.ofMillis(50));
        simulation.node(1).crash();
        simulation.runFor(SECONDS);
        assertThat(answersMillis).isEmpty();
    }

    @Test
    void shouldAnswerNothingWhilePausedOrCutOrOffOrStartedAgain() {
        simulation.node(1).pause(SECONDS);
        simulation.runFor(SECONDS);
        simulation.node(1).crash();
        simulation.accessLink(1).cut();
        simulation.runFor(SECONDS);
        simulation.accessLink(1).uncut();
        simulation.partition(List.of(1));
        simulation.runFor(SECONDS);
        simulation.heal();
        simulation.node(1).faults().answerForClosedPorts(false);
        simulation.runFor(SECONDS);
        simulation.node(1).restart();
        simulation.node(1).faults().answerForClosedPorts(true);
        simulation.runFor(SECONDS);
        assertThat(answersMillis).isEmpty();
    }

    @Test
    void shouldLoseAnswersAsLinksLoseDatagrams() {
        simulation.accessLink(0).impair(LinkSettings.parse("delay=1ms").withLoss(0.9));
        simulation.node(1).crash();
        simulation.runFor(SECONDS);
        assertThat(answersMillis).hasSizeLessThan(4);
    }

    /** As the host 0; the other one is silent. */
    private final class Asker extends QuietEngine {
        private final boolean asks;
        private long nextNanos;

        Asker(EngineContext context) {
            asks = context.localAddress().equals(SimNode.addressOf(0));
        }

        @Override
        public void onStart(long now, Actions actions) {
            nextNanos = now;
        }

        @Override
        public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions) {}

        @Override
        public void onDeadline(long now, Actions actions) {
            nextNanos = now + 25_000_000;
            if (asks) {
                if (watches) {
                    actions.watchPort(PEER);
                } else {
                    actions.unwatchPort(PEER);
                }
                actions.unicast(PEER, QuietProtocol.packet(1));
            }
        }

        @Override
        public void onPortUnreachable(InetSocketAddress peer, long now, Actions actions) {
            assertThat(peer).isEqualTo(PEER);
            answersMillis.add(simulation.now().toMillis());
        }

        @Override
        public long nextDeadlineNanos() {
            return nextNanos;
        }
    }
}
