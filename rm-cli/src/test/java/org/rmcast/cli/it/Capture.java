package org.rmcast.cli.it;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A file of captured Ethernet frames (pcap, as tcpdump writes it), and what UDP over IPv4 is in it. */
final class Capture {
    private static final int FILE_HEADER_BYTES = 24;
    private static final int MAGIC_MICROSECONDS = 0xa1b2c3d4;
    private static final int LENGTH_IN_RECORD = 8;
    private static final int RECORD_HEADER_BYTES = 16;
    private static final int ETHERNET_BYTES = 14;
    private static final int ETHERTYPE_IPV4 = 0x0800;
    private static final int UDP = 17;
    private static final int UDP_HEADER_BYTES = 8;

    /**
     * One IPv4 packet that carries UDP.
     *
     * @param ipBytes its whole length
     * @param isFragment whether it is a piece of a larger one
     * @param payload what UDP carries, empty in a piece
     */
    record Packet(int ipBytes, boolean isFragment, ByteBuffer payload) {
        /** A copy of the payload. */
        byte[] datagram() {
            byte[] bytes = new byte[payload.remaining()];
            payload.duplicate().get(bytes);
            return bytes;
        }
    }

    private Capture() {}

    static List<Packet> read(byte[] file) {
        ByteBuffer buffer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        if (buffer.getInt(0) != MAGIC_MICROSECONDS) {
            throw new AssertionError(String.format("no capture: begins with %08x", buffer.getInt(0)));
        }
        List<Packet> packets = new ArrayList<>();
        int at = FILE_HEADER_BYTES;
        while (at + RECORD_HEADER_BYTES <= file.length) {
            int captured = buffer.getInt(at + LENGTH_IN_RECORD);
            at += RECORD_HEADER_BYTES;
            if (at + captured > file.length) {
                break; // the last one was being written
            }
            ByteBuffer frame = buffer.slice(at, captured).order(ByteOrder.BIG_ENDIAN);
            if ((frame.getShort(ETHERNET_BYTES - 2) & 0xffff) == ETHERTYPE_IPV4) {
                addUdp(frame.slice(ETHERNET_BYTES, captured - ETHERNET_BYTES), packets);
            }
            at += captured;
        }
        return packets;
    }

    private static void addUdp(ByteBuffer ip, List<Packet> packets) {
        if (ip.get(9) != UDP) {
            return;
        }
        int headerBytes = (ip.get(0) & 0x0f) * 4;
        int total = ip.getShort(2) & 0xffff;
        int fragment = ip.getShort(6) & 0x3fff; // more fragments, and the offset
        if (fragment != 0) {
            packets.add(new Packet(total, true, ByteBuffer.allocate(0)));
            return;
        }
        int headers = headerBytes + UDP_HEADER_BYTES;
        packets.add(new Packet(total, false, ip.slice(headers, total - headers)));
    }
}
