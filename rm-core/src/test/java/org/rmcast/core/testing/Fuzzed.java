package org.rmcast.core.testing;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rmcast.core.wire.DatagramHeader;

/**
 * Makes datagrams of raw bytes for fuzz targets: writes what a fuzzer cannot guess over the header, and leaves type, flags, the
 * length of the extension fields and all that follows to it.
 */
public final class Fuzzed {
    public static final long SESSION = 0x1122334455667788L;
    public static final long MEMBER = 0x0102030405060708L;
    public static final int INCARNATION = 7;

    private Fuzzed() {}

    /** A sealed datagram of these bytes, at least as long as the header. */
    public static byte[] datagram(byte[] raw, int protocol) {
        byte[] datagram = Arrays.copyOf(raw, Math.max(raw.length, DatagramHeader.BYTES));
        Arrays.fill(datagram, 8, DatagramHeader.BYTES, (byte) 0);
        return DatagramHeader.complete(datagram, protocol, SESSION, MEMBER, INCARNATION);
    }

    /** As {@link #datagram}, with these type and flags, and without extension fields: what an engine is given. */
    public static byte[] packet(byte[] typeFlagsAndBody, int protocol) {
        ByteBuffer raw = ByteBuffer.allocate(DatagramHeader.BYTES + Math.max(0, typeFlagsAndBody.length - 2));
        if (typeFlagsAndBody.length >= 2) {
            raw.put(4, typeFlagsAndBody, 0, 2);
            raw.put(DatagramHeader.BYTES, typeFlagsAndBody, 2, typeFlagsAndBody.length - 2);
        }
        return datagram(raw.array(), protocol);
    }

    /** What {@link #packet} makes this packet of: the seed of a packet. */
    public static byte[] seed(byte[] packet) {
        byte[] seed = new byte[packet.length - DatagramHeader.BYTES + 2];
        System.arraycopy(packet, 4, seed, 0, 2);
        System.arraycopy(packet, DatagramHeader.BYTES, seed, 2, packet.length - DatagramHeader.BYTES);
        return seed;
    }
}
