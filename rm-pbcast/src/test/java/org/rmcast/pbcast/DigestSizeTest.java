package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.Role;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** A digest speaks of what is held, and of silent streams only as far as it is allowed to. */
class DigestSizeTest {
    private static final int GOSSIP = 4;
    private static final int MEMBERS = 30;
    private static final int SHORTEST_ENTRY = 27;
    /** With the limit of what is lost, and the number of messages of a stream that ended. */
    private static final int LONGEST_ENTRY = SHORTEST_ENTRY + 16;

    @Test
    void shouldLeaveSilentStreamsOutInThePapersDigest() {
        assertThat(longestDigest(0)).isLessThan(100 + 2 * SHORTEST_ENTRY);
    }

    @Test
    void shouldNameAsManySilentStreamsAsAllowed() {
        int none = longestDigest(0);
        assertThat(longestDigest(10)).isBetween(none + 10 * SHORTEST_ENTRY, none + 10 * LONGEST_ENTRY);
        assertThat(longestDigest(1_000)).isBetween(none + 27 * SHORTEST_ENTRY, none + 29 * LONGEST_ENTRY);
    }

    /** All have sent one message, which is stable; then one sends. */
    private static int longestDigest(int idleStreams) {
        Simulation simulation = Simulation.builder(4)
                .topology(Topology.star(MEMBERS, LinkSettings.parse("delay=1ms")))
                .protocol(new PbcastProtocol())
                .parameters(Parameters.none().with("preset", "paper").with("digestIdleStreams", idleStreams))
                .roles(Role.PEER)
                .build();
        simulation.runFor(Duration.ofSeconds(3));
        simulation.nodes().forEach(node -> node.send(new byte[10]));
        simulation.runFor(Duration.ofSeconds(3));
        AtomicInteger longest = new AtomicInteger();
        simulation.node(1).observe(new NodeObserver() {
            @Override
            public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                if (DatagramHeader.type(datagram) == GOSSIP) {
                    longest.accumulateAndGet(datagram.length, Math::max);
                }
            }
        });
        simulation.node(0).send(Workload.paced(100, 50, 50));
        simulation.runFor(Duration.ofSeconds(2));
        simulation.checkComplete();
        return longest.get();
    }
}
