package org.rmcast.lab.protocol;

import java.nio.ByteBuffer;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.lab.group.Traffic;

/** The datagrams of the plain NAK protocol, by the layout in docs/protocols/nak.md. */
public final class NakTraffic implements Traffic {
    /** What a message of a packet of its own costs beside its bytes: 52 of headers, 7 of the frame. */
    private static final int OVERHEAD_BYTES = 55;

    private static final int FIRST_MESSAGE_OFFSET = DatagramHeader.BYTES + 8;
    /** Kinds by packet type: none is 0, then DATA, REPAIR, SESSION, REQUEST, POSITION; those after it say who is there. */
    private static final Kind[] KINDS = {Kind.STATE, Kind.DATA, Kind.REPAIR, Kind.STATE, Kind.REQUEST, Kind.STATE};

    @Override
    public int overheadBytes() {
        return OVERHEAD_BYTES;
    }

    @Override
    public Kind kind(byte[] datagram) {
        int type = DatagramHeader.type(datagram);
        return type < KINDS.length ? KINDS[type] : Kind.MEMBERSHIP;
    }

    /** Who sends a message repairs it. */
    @Override
    public long source(byte[] datagram) {
        return DatagramHeader.memberId(datagram);
    }

    @Override
    public long message(byte[] datagram) {
        return ByteBuffer.wrap(datagram).getLong(FIRST_MESSAGE_OFFSET);
    }
}
