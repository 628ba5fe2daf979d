package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * What session messages take of the network in a large group, and how soon all know how far the source is. {@code
 * -Drm.srm.members=1000} for the large one.
 */
class SrmSessionLoadTest {
    private static final int MEMBERS = Integer.getInteger("rm.srm.members", 200);
    private static final int NETWORK_BYTES = 28;
    private static final int SECONDS = 30;
    /** All members start at once; the most of a second is counted once they have met. */
    private static final int FIRST_SECONDS = 5;

    private static final double MOST_BYTES_PER_SECOND = 50_000;

    /** Counts what the group sends besides data and repairs. */
    private static final class Load implements NodeObserver {
        long bytes;
        long packets;

        @Override
        public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
            if (new ConfiguredSrm(SrmConfig.defaults()).kind(datagram) == PacketKind.STATE) {
                bytes += datagram.length + NETWORK_BYTES;
                packets++;
            }
        }
    }

    @Test
    void shouldTakeNoMoreThanItsShareWhateverTheGroupsSize() {
        Simulation simulation = Simulation.builder(9)
                .topology(Topology.star(MEMBERS, LinkSettings.parse("delay=5ms,rate=1Gbit")))
                .protocol(new SrmProtocol())
                .parameters(Parameters.none())
                .roles(Role.RECEIVER)
                .role(0, Role.SENDER)
                .traceLines(0)
                .memoryCheckEvery(10_000)
                .build();
        Load load = new Load();
        simulation.nodes().forEach(node -> node.observe(load));
        simulation.node(0).send(Workload.paced(1_000_000, 1_000, 20));
        Duration known = null;
        long peak = 0;
        long total = 0;
        for (int second = 1; second <= SECONDS; second++) {
            simulation.runFor(Duration.ofSeconds(1));
            long distances = simulation.nodes().stream()
                    .filter(node -> node.statistics().get(SrmMeter.SOURCE_DISTANCE) > 0)
                    .count();
            if (distances == MEMBERS - 1 && known == null) {
                known = simulation.now();
            }
            System.out.printf(
                    Locale.ROOT,
                    "second %d: %d session messages, %d bytes on the wire; %d of %d know the source's distance%n",
                    second,
                    load.packets,
                    load.bytes,
                    distances,
                    MEMBERS - 1);
            peak = second > FIRST_SECONDS ? Math.max(peak, load.bytes) : peak;
            total += load.bytes;
            load.bytes = 0;
            load.packets = 0;
        }
        System.out.printf(
                Locale.ROOT,
                "%d members: %d bytes/s on the wire in the mean, %d at most; all know the distance after %s%n",
                MEMBERS,
                total / SECONDS,
                peak,
                known);
        assertThat(known).as("all know the source's distance").isNotNull();
        assertThat((double) total / SECONDS).isLessThanOrEqualTo(MOST_BYTES_PER_SECOND);
        assertThat((double) peak).isLessThanOrEqualTo(1.5 * MOST_BYTES_PER_SECOND);
    }
}
