package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DatagramHeader.Verdict;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;

/**
 * Datagrams of an earlier version, one of each type, written down in {@code captured-datagrams.txt}: this version reads all of them.
 * What this version sends may differ; a type that is not among them is to be added. Until the first release the file is taken anew whenever
 * the wire changes, from then on it has those of the last release ({@code docs/decisions/0018-wire-versions.md}).
 */
final class WireCapture {
    private static final String RESOURCE = "captured-datagrams.txt";
    private static final HexFormat HEX = HexFormat.of();

    private final ProtocolContract contract;

    WireCapture(ProtocolContract contract) {
        this.contract = contract;
    }

    void check() {
        GoldenFigures captured = GoldenFigures.of(contract.getClass(), RESOURCE);
        for (Variant variant : contract.fuzzed()) {
            check(variant, captured);
        }
        captured.check();
    }

    private void check(Variant variant, GoldenFigures captured) {
        Map<String, String> all = sent(variant);
        assertThat(all).as("types of datagrams that a small group sends").hasSizeGreaterThan(2);
        List<String> unread = new ArrayList<>();
        captured.written().forEach((name, datagram) -> {
            if (name.startsWith(prefix(variant))) {
                all.put(name, datagram);
                if (!isRead(variant, HEX.parseHex(datagram))) {
                    unread.add(name);
                }
            }
        });
        assertThat(unread)
                .as("datagrams of an earlier version, in %s, that this one does not read", RESOURCE)
                .isEmpty();
        all.forEach(captured::add);
    }

    private static String prefix(Variant variant) {
        return variant.name().isEmpty() ? "type " : variant.name() + " type ";
    }

    /** The shortest datagram of each type that a small group sends. */
    private Map<String, String> sent(Variant variant) {
        Map<String, String> sent = new TreeMap<>();
        NodeObserver observer = new NodeObserver() {
            @Override
            public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                String name = prefix(variant) + HEX.toHexDigits((byte) DatagramHeader.type(datagram));
                sent.merge(name, HEX.formatHex(datagram), (one, other) -> other.length() < one.length() ? other : one);
            }
        };
        Simulation simulation = group(variant).build();
        simulation.nodes().forEach(node -> node.observe(observer));
        contract.work(simulation);
        simulation.runFor(Duration.ofSeconds(4));
        return sent;
    }

    /** Whether a member takes a datagram for one of its group that is in order. */
    private boolean isRead(Variant variant, byte[] datagram) {
        long sessionId = ByteBuffer.wrap(datagram).getLong(8);
        Verdict verdict = DatagramHeader.check(datagram, contract.protocol().wireId(), sessionId, 1, 1);
        return verdict == Verdict.ACCEPTED
                && undecodable(variant, List.of(datagram)) == undecodable(variant, List.of());
    }

    /** How many datagrams the members of a small group could not decode, with those that come to each from outside. */
    private long undecodable(Variant variant, List<byte[]> injected) {
        Simulation simulation = group(variant).unjudged().build();
        simulation.runFor(Duration.ofSeconds(1));
        for (SimNode node : simulation.nodes()) {
            if (node.isRunning()) {
                injected.forEach(
                        datagram -> simulation.injectUnicast(ProtocolContract.STRANGER, node.index(), datagram));
            }
        }
        simulation.runFor(Duration.ofSeconds(1));
        return simulation.nodes().stream()
                .mapToLong(node -> node.counters().undecodable())
                .sum();
    }

    private SimulationBuilder group(Variant variant) {
        return contract.smallGroup(variant, 5).notStarted(ProtocolContract.STRANGER);
    }
}
