package org.rmcast.lab.protocol;

import java.nio.ByteBuffer;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.lab.group.Traffic;

/** The datagrams of TRAM, by the layout in docs/protocols/tram.md. */
public final class TramTraffic implements Traffic {
    /** What a message of a packet of its own costs beside its bytes: 72 of headers, 7 of the frame. */
    private static final int OVERHEAD_BYTES = 79;

    private static final int DATA = 1;
    private static final int RETRANSMISSION = 2;
    private static final int ACK = 11;
    private static final int UNICAST_DATA = 13;
    private static final int CODED_REPAIR = 0xf0;
    private static final int SOURCE_OFFSET = DatagramHeader.BYTES;
    private static final int FIRST_MESSAGE_OFFSET = DatagramHeader.BYTES + 16;

    @Override
    public int overheadBytes() {
        return OVERHEAD_BYTES;
    }

    /** Acknowledgements ask for what they do not acknowledge. */
    @Override
    public Kind kind(byte[] datagram) {
        return switch (DatagramHeader.type(datagram)) {
            case DATA -> Kind.DATA;
            case RETRANSMISSION, UNICAST_DATA, CODED_REPAIR -> Kind.REPAIR;
            case ACK -> Kind.REQUEST;
            default -> Kind.STATE;
        };
    }

    @Override
    public long source(byte[] datagram) {
        if (DatagramHeader.type(datagram) == CODED_REPAIR) {
            return 0;
        }
        return ByteBuffer.wrap(datagram).getLong(SOURCE_OFFSET);
    }

    @Override
    public long message(byte[] datagram) {
        return ByteBuffer.wrap(datagram).getLong(FIRST_MESSAGE_OFFSET);
    }
}
