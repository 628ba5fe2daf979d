package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;

/** Each packet that a group sends has a kind; and whatever type a packet says it is, asking for its kind does no harm. */
final class PacketKinds {
    private final ProtocolContract contract;

    PacketKinds(ProtocolContract contract) {
        this.contract = contract;
    }

    void check() {
        for (Variant variant : contract.fuzzed()) {
            check(variant, contract.configured(variant));
        }
    }

    private void check(Variant variant, Configured configured) {
        Set<PacketKind> seen = EnumSet.noneOf(PacketKind.class);
        Set<Integer> unknown = new TreeSet<>();
        NodeObserver observer = new NodeObserver() {
            @Override
            public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                PacketKind kind = configured.kind(datagram);
                seen.add(kind);
                if (kind == PacketKind.UNKNOWN) {
                    unknown.add(DatagramHeader.type(datagram));
                }
            }
        };
        Simulation simulation = contract.smallGroup(variant, 5)
                .notStarted(ProtocolContract.STRANGER)
                .build();
        simulation.nodes().forEach(node -> node.observe(observer));
        contract.work(simulation);
        simulation.runFor(Duration.ofSeconds(4));
        assertThat(unknown).as("types that are sent, and have no kind").isEmpty();
        assertThat(seen).contains(PacketKind.DATA).anyMatch(PacketKind::isControl);
        checkEveryType(configured);
    }

    private static void checkEveryType(Configured configured) {
        Set<PacketKind> kinds = EnumSet.noneOf(PacketKind.class);
        for (int type = 0; type < 256; type++) {
            byte[] packet = new byte[DatagramHeader.BYTES];
            packet[4] = (byte) type;
            kinds.add(configured.kind(packet));
        }
        assertThat(kinds).as("kinds of all types, known and unknown").contains(PacketKind.UNKNOWN);
    }
}
