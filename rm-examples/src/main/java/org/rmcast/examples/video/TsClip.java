package org.rmcast.examples.video;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An MPEG transport stream in a file that was found whole: packets of 188 bytes, each with its sync byte, and a clock.
 * Immutable.
 *
 * @param path where it is
 * @param packets how many packets it has
 * @param schedule when each packet is due
 */
public record TsClip(Path path, long packets, TsSchedule schedule) {
    /** Packets per message: 1316 bytes, what fits an Ethernet frame and players expect. */
    public static final int PACKETS_PER_MESSAGE = 7;

    private static final int PROBE_BYTES = 4 * 204;

    /**
     * Reads the whole file once to check it.
     *
     * @throws IllegalArgumentException naming the byte at which the file is not a transport stream
     * @throws IOException if it cannot be read
     */
    public static TsClip open(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException(path + ": is a directory, not an MPEG transport stream");
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
            in.mark(PROBE_BYTES);
            probe(path, in.readNBytes(PROBE_BYTES));
            in.reset();
            return scan(path, in);
        }
    }

    /** The length in bytes. */
    public long bytes() {
        return packets * TsPacket.BYTES;
    }

    /** How many messages it takes to send. */
    public long messages() {
        return (packets + PACKETS_PER_MESSAGE - 1) / PACKETS_PER_MESSAGE;
    }

    /** When a message is due at the clip's own speed, in nanoseconds from the start. */
    public long dueNanos(long message) {
        return schedule.nanosAt(message * PACKETS_PER_MESSAGE);
    }

    /** How long it plays, in nanoseconds. */
    public long durationNanos() {
        return schedule.nanosAt(packets);
    }

    private static void probe(Path path, byte[] head) {
        if (head.length == 0) {
            throw new IllegalArgumentException(path + ": is empty");
        }
        if (repeats(head, 0, TsPacket.BYTES) || (head.length <= TsPacket.BYTES && TsPacket.isSynchronised(head, 0))) {
            return;
        }
        if (repeats(head, 4, 192)) {
            throw new IllegalArgumentException(
                    path + ": has packets of 192 bytes (M2TS, with a time stamp before each); make "
                            + "plain ones, for example with: ffmpeg -i IN.m2ts -c copy OUT.ts");
        }
        if (repeats(head, 0, 204)) {
            throw new IllegalArgumentException(
                    path + ": has packets of 204 bytes (with error correction); make plain ones, for "
                            + "example with: ffmpeg -i IN -c copy OUT.ts");
        }
        if (!TsPacket.isSynchronised(head, 0)) {
            throw outOfSync(path, 0, head[0]);
        }
    }

    private static boolean repeats(byte[] head, int offset, int distance) {
        return head.length >= offset + 3 * distance + 1
                && TsPacket.isSynchronised(head, offset)
                && TsPacket.isSynchronised(head, offset + distance)
                && TsPacket.isSynchronised(head, offset + 2 * distance)
                && TsPacket.isSynchronised(head, offset + 3 * distance);
    }

    private static TsClip scan(Path path, InputStream in) throws IOException {
        TsSchedule.Builder clock = new TsSchedule.Builder();
        byte[] packet = new byte[TsPacket.BYTES];
        long packets = 0;
        for (int length = in.readNBytes(packet, 0, TsPacket.BYTES); length > 0; packets++) {
            if (!TsPacket.isSynchronised(packet, 0)) {
                throw outOfSync(path, packets * TsPacket.BYTES, packet[0]);
            }
            if (length < TsPacket.BYTES) {
                throw truncated(path, packets, length);
            }
            clock.onPacket(packets, packet);
            length = in.readNBytes(packet, 0, TsPacket.BYTES);
        }
        return new TsClip(path, packets, schedule(path, clock, packets));
    }

    private static TsSchedule schedule(Path path, TsSchedule.Builder clock, long packets) {
        try {
            return clock.build(packets);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }

    private static IllegalArgumentException truncated(Path path, long packets, int length) {
        long start = packets * TsPacket.BYTES;
        return new IllegalArgumentException(path + ": is truncated: it ends at byte " + (start + length)
                + " within the packet that begins at byte " + start + " (" + length + " of " + TsPacket.BYTES
                + " bytes)");
    }

    private static IllegalArgumentException outOfSync(Path path, long offset, byte found) {
        return new IllegalArgumentException(path + ": is not an MPEG transport stream of 188-byte packets: byte "
                + offset + String.format(" is 0x%02x, not the sync byte 0x47", found & 0xff));
    }
}
