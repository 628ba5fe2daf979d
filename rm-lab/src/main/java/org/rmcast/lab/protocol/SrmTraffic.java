package org.rmcast.lab.protocol;

import java.nio.ByteBuffer;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.lab.group.Traffic;

/** The datagrams of SRM, by the layout in docs/protocols/srm.md. */
public final class SrmTraffic implements Traffic {
    /** What a message of a packet of its own costs beside its bytes: 76 of headers, 7 of the frame. */
    private static final int OVERHEAD_BYTES = 79;

    private static final int SOURCE_OFFSET = DatagramHeader.BYTES;
    private static final int FIRST_MESSAGE_OFFSET = DatagramHeader.BYTES + 16;
    /** Kinds by packet type: none is 0, then DATA, REPAIR, SESSION, REQUEST. */
    private static final Kind[] KINDS = {Kind.STATE, Kind.DATA, Kind.REPAIR, Kind.STATE, Kind.REQUEST};

    @Override
    public int overheadBytes() {
        return OVERHEAD_BYTES;
    }

    @Override
    public Kind kind(byte[] datagram) {
        return KINDS[DatagramHeader.type(datagram)];
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
