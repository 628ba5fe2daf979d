package org.rmcast.lab.pbcast;

import java.nio.ByteBuffer;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.lab.peers.Traffic;
import org.rmcast.pbcast.wire.PbcastPacket;

/** The datagrams of Bimodal Multicast, by the layout of its codec. */
public final class PbcastTraffic implements Traffic {
    /** What a message of a packet of its own costs beside its bytes: 60 of headers, 3 of the frame. */
    public static final int OVERHEAD_BYTES = 63;

    private static final int SOURCE_OFFSET = DatagramHeader.BYTES;
    private static final int FIRST_MESSAGE_OFFSET = DatagramHeader.BYTES + 16;
    private static final Kind[] KINDS = kinds();

    private static Kind[] kinds() {
        PbcastPacket.Type[] types = PbcastPacket.Type.values();
        Kind[] kinds = new Kind[types.length + 1];
        for (PbcastPacket.Type type : types) {
            kinds[type.code()] = switch (type) {
                case DATA, FORWARD -> Kind.DATA;
                case RETRANSMISSION -> Kind.REPAIR;
                case REQUEST, MCAST -> Kind.REQUEST;
                case GOSSIP, LACK, INFO, POLL, POSITION -> Kind.STATE;
            };
        }
        return kinds;
    }

    @Override
    public Kind kind(byte[] datagram) {
        int type = DatagramHeader.type(datagram);
        return type < KINDS.length ? KINDS[type] : Kind.MEMBERSHIP;
    }

    @Override
    public long source(byte[] datagram) {
        return ByteBuffer.wrap(datagram).getLong(SOURCE_OFFSET);
    }

    @Override
    public long message(byte[] datagram) {
        return ByteBuffer.wrap(datagram).getLong(FIRST_MESSAGE_OFFSET);
    }
}
