package org.rmcast.pbcast;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;

/** What all members of a simulation sent, by kind of packet. */
final class PacketCounts implements NodeObserver {
    private final long[] multicasts = new long[256];
    private final long[] unicasts = new long[256];
    private final List<PbcastPacket> kept = new ArrayList<>();

    static PacketCounts of(Simulation simulation) {
        PacketCounts counts = new PacketCounts();
        simulation.nodes().forEach(node -> node.observe(counts));
        return counts;
    }

    @Override
    public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
        int type = DatagramHeader.type(datagram);
        (multicast ? multicasts : unicasts)[type]++;
        if (type >= 1 && type <= PacketType.POSITION.code()) {
            try {
                kept.add(PbcastCodec.decode(datagram));
            } catch (DecodeException e) {
                throw new AssertionError("an engine sent what cannot be decoded", e);
            }
        }
    }

    long multicasts(PacketType type) {
        return multicasts[type.code()];
    }

    long unicasts(PacketType type) {
        return unicasts[type.code()];
    }

    /** The packets of one kind, in the order in which they were sent. */
    <P extends PbcastPacket> List<P> packets(Class<P> kind, PacketType type) {
        return kept.stream()
                .filter(packet -> packet.type() == type)
                .map(kind::cast)
                .toList();
    }
}
