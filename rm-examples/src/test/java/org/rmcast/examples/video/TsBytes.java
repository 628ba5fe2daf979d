package org.rmcast.examples.video;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Makes transport streams for tests, packet by packet. */
final class TsBytes {
    static final int PID = 0x100;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Packets without a clock, each filled with its own number. */
    TsBytes plain(int count) {
        for (int i = 0; i < count; i++) {
            byte[] packet = packet(PID, (byte) (bytes.size() / TsPacket.BYTES));
            bytes.writeBytes(packet);
        }
        return this;
    }

    TsBytes pcr(long ticks) {
        return pcr(PID, ticks, false);
    }

    TsBytes pcr(int pid, long ticks, boolean discontinuous) {
        byte[] packet = packet(pid, (byte) 0);
        packet[3] |= 0x20;
        packet[4] = 7;
        packet[5] = (byte) (0x10 | (discontinuous ? 0x80 : 0));
        long base = ticks / 300;
        long extension = ticks % 300;
        for (int i = 0; i < 4; i++) {
            packet[6 + i] = (byte) (base >> (25 - 8 * i));
        }
        packet[10] = (byte) (((base & 1) << 7) | 0x7e | (extension >> 8));
        packet[11] = (byte) extension;
        bytes.writeBytes(packet);
        return this;
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }

    private static byte[] packet(int pid, byte filler) {
        byte[] packet = new byte[TsPacket.BYTES];
        Arrays.fill(packet, filler);
        packet[0] = TsPacket.SYNC;
        packet[1] = (byte) (pid >> 8);
        packet[2] = (byte) pid;
        packet[3] = 0x10;
        return packet;
    }
}
