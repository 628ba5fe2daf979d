package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.fuzz.Forgery;

/**
 * Datagrams of a running group come once more to each member, cut off at every length, with valid checksums. Links lose a fifth,
 * so that data comes cut off before it comes whole: what is delivered must be what was sent all the same. Judged to the end.
 */
final class Truncation {
    private static final Duration ROUND = Duration.ofMillis(50);
    private static final int ROUNDS = 80;
    private static final int MOST_OF_A_TYPE = 6;

    private final ProtocolContract contract;
    private long made;

    Truncation(ProtocolContract contract) {
        this.contract = contract;
    }

    void check(Variant variant) {
        Simulation simulation = contract.smallGroup(variant, 3)
                .topology(Topology.star(1 + ProtocolContract.STRANGER, LinkSettings.parse("delay=1ms,loss=20%")))
                .notStarted(ProtocolContract.STRANGER)
                .build();
        Samples samples = new Samples();
        simulation.nodes().forEach(node -> node.observe(samples));
        contract.work(simulation);
        long undecodable = undecodable(simulation);
        for (int round = 0; round < ROUNDS; round++) {
            simulation.runFor(ROUND);
            samples.take().forEach(datagram -> cutOff(datagram, simulation));
        }
        simulation.runFor(Duration.ofSeconds(1));
        assertThat(made).as("truncated datagrams").isPositive();
        assertThat(undecodable(simulation) - undecodable)
                .as("datagrams that engines refused, of %d truncated ones", made)
                .isPositive();
    }

    private void cutOff(byte[] datagram, Simulation simulation) {
        for (int length = DatagramHeader.BYTES; length < datagram.length; length++) {
            byte[] cut = Forgery.as(DatagramHeader.memberId(datagram), Arrays.copyOf(datagram, length));
            made++;
            for (SimNode node : simulation.nodes()) {
                if (node.isRunning()) {
                    simulation.injectUnicast(ProtocolContract.STRANGER, node.index(), cut);
                }
            }
        }
    }

    private static long undecodable(Simulation simulation) {
        return simulation.nodes().stream()
                .mapToLong(node -> node.counters().undecodable())
                .sum();
    }

    /** A few datagrams of each type, not all at once. */
    private static final class Samples implements NodeObserver {
        private final TreeMap<Integer, Integer> taken = new TreeMap<>();
        private final TreeMap<Integer, byte[]> fresh = new TreeMap<>();

        @Override
        public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
            fresh.put(DatagramHeader.type(datagram), datagram);
        }

        /** The newest of each type of which there were not enough. */
        List<byte[]> take() {
            List<byte[]> some = new ArrayList<>();
            fresh.forEach((type, datagram) -> {
                if (taken.merge(type, 1, Integer::sum) <= MOST_OF_A_TYPE) {
                    some.add(datagram);
                }
            });
            fresh.clear();
            return some;
        }
    }
}
