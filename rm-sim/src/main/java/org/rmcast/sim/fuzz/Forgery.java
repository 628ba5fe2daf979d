package org.rmcast.sim.fuzz;

import java.nio.ByteBuffer;
import org.rmcast.core.wire.DatagramHeader;

/** Makes datagrams that pass the check of the common header though nobody sent them like this. */
public final class Forgery {
    private static final int TYPE_OFFSET = 4;
    private static final int MEMBER_ID_OFFSET = 16;

    private Forgery() {}

    /** A copy that says it is another member's, with a valid checksum. */
    public static byte[] as(long memberId, byte[] datagram) {
        byte[] copy = datagram.clone();
        ByteBuffer.wrap(copy).putLong(MEMBER_ID_OFFSET, memberId);
        return DatagramHeader.seal(copy);
    }

    /** Gives a datagram, in place, another packet type; its checksum is wrong afterwards. */
    static void setType(byte[] datagram, int type) {
        datagram[TYPE_OFFSET] = (byte) type;
    }
}
