package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** A digest speaks of what is held, and of silent streams only as far as it is allowed to. */
class DigestSizeTest {
    private static final int GOSSIP = 4;
    private static final int MEMBERS = 30;
    private static final int WITHOUT_ENTRIES = PbcastCodec.ENTRIES_OFFSET + PbcastCodec.MAX_SUMS * Integer.BYTES;
    private static final int MOST_ENTRY_BYTES = 20;

    @Test
    void shouldNameNoSilentStreamToMembersThatKnowTheSame() {
        Simulation simulation = allHaveSpoken(0);
        AtomicInteger longest = longestFrom(simulation);
        simulation.node(0).send(Workload.paced(100, 50, 50));
        simulation.runFor(Duration.ofSeconds(2));
        simulation.checkComplete();
        assertThat(longest.get()).isLessThanOrEqualTo(WITHOUT_ENTRIES + MOST_ENTRY_BYTES);
    }

    /** Who comes late is told of all of them, by turns. */
    @ParameterizedTest
    @ValueSource(ints = {5, 1_000})
    void shouldNameAsManySilentStreamsAsAllowedToALateComer(int idleStreams) {
        Simulation simulation = allHaveSpoken(idleStreams);
        AtomicInteger longest = longestFrom(simulation);
        simulation.node(MEMBERS).restart();
        simulation.runFor(Duration.ofSeconds(10));
        int most = Math.min(MEMBERS, idleStreams);
        assertThat(longest.get())
                .isBetween(
                        PbcastCodec.ENTRIES_OFFSET + (most - 1) * PbcastCodec.MIN_ENTRY_BYTES / 2,
                        WITHOUT_ENTRIES + most * MOST_ENTRY_BYTES);
        AtomicInteger later = longestFrom(simulation);
        simulation.runFor(Duration.ofSeconds(5));
        assertThat(later.get()).as("all know the same").isLessThanOrEqualTo(WITHOUT_ENTRIES);
    }

    /** All but a late comer have sent one message, which is stable. */
    private static Simulation allHaveSpoken(int idleStreams) {
        Simulation simulation = Simulation.builder(4)
                .topology(Topology.star(MEMBERS + 1, LinkSettings.parse("delay=1ms")))
                .protocol(new PbcastProtocol())
                .parameters(Parameters.none().with("preset", "paper").with("digestIdleStreams", idleStreams))
                .roles(Role.PEER)
                .notStarted(MEMBERS)
                .build();
        simulation.runFor(Duration.ofSeconds(3));
        simulation.nodes().subList(0, MEMBERS).forEach(node -> node.send(new byte[10]));
        simulation.runFor(Duration.ofSeconds(10));
        return simulation;
    }

    private static AtomicInteger longestFrom(Simulation simulation) {
        AtomicInteger longest = new AtomicInteger();
        simulation
                .nodes()
                .forEach(node -> node.observe(new NodeObserver() {
                    @Override
                    public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                        if (DatagramHeader.type(datagram) == GOSSIP) {
                            longest.accumulateAndGet(datagram.length, Math::max);
                        }
                    }
                }));
        return longest;
    }
}
