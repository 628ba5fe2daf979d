package org.rmcast.lab.protocol;

import java.nio.ByteBuffer;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.lab.group.Traffic;

/** The datagrams of Bimodal Multicast, by the layout in docs/protocols/pbcast.md. */
public final class PbcastTraffic implements Traffic {
    /** What a message of a packet of its own costs beside its bytes: 60 of headers, 7 of the frame. */
    private static final int OVERHEAD_BYTES = 67;

    private static final int SOURCE_OFFSET = DatagramHeader.BYTES;
    private static final int FIRST_MESSAGE_OFFSET = DatagramHeader.BYTES + 16;
    /** Kinds by packet type: none is 0, then DATA, RETRANSMISSION, FORWARD, GOSSIP, LACK, REQUEST, INFO, MCAST, ... */
    private static final Kind[] KINDS = {
        Kind.STATE, Kind.DATA, Kind.REPAIR, Kind.DATA, Kind.STATE, Kind.STATE, Kind.REQUEST, Kind.STATE, Kind.REQUEST
    };

    /** Types from here on belong to the membership, in all protocols. */
    private static final int FIRST_MEMBERSHIP_TYPE = 0xE0;

    @Override
    public int overheadBytes() {
        return OVERHEAD_BYTES;
    }

    @Override
    public Kind kind(byte[] datagram) {
        int type = DatagramHeader.type(datagram);
        if (type < KINDS.length) {
            return KINDS[type];
        }
        return type < FIRST_MEMBERSHIP_TYPE ? Kind.STATE : Kind.MEMBERSHIP;
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
