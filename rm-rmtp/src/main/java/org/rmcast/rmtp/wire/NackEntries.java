package org.rmcast.rmtp.wire;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.rmtp.wire.RmtpPacket.Nack;

/**
 * What is missing, in a NACK. Each entry begins where the one before ended, the first one with the NACK's first packet:
 *
 * <pre>
 * v gap     how many packets are there before the next that is missing
 * v form    twice the length less one of a stretch that is missing; or twice the bytes of a bitmap, less one, and one more
 * n bitmap  in the second form: bit i of byte i/8, from the lowest, is set where packet i is missing; the first and the last byte are not 0
 * </pre>
 *
 * v is a number of variable length ({@link WireWriter#writeVarint}). A lone packet among less than 128 takes two bytes, as in the paper
 * (section 3.2.2); where more than one in eight is missing a bitmap is shorter.
 */
public final class NackEntries {
    /** A bitmap reaches over so many packets at most. */
    private static final int BITMAP_PACKETS = 512;

    /** What an entry with a bitmap takes at most. */
    private static final int MOST_ENTRY_BYTES = 10 + 2 + BITMAP_PACKETS / 8;

    private final LongUnaryOperator nextMissing;
    private final LongUnaryOperator nextPresent;
    private final long packets;

    /**
     * Looks at what a receiver has.
     *
     * @param nextMissing the first missing packet from one on, -1 if there is none
     * @param nextPresent the first packet from one on that is there, -1 if there is none
     * @param packets how many the data set has
     */
    public NackEntries(LongUnaryOperator nextMissing, LongUnaryOperator nextPresent, long packets) {
        this.nextMissing = nextMissing;
        this.nextPresent = nextPresent;
        this.packets = packets;
    }

    /** A NACK in bytes, and where the next one begins. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Part(byte[] packet, long limit) {}

    /**
     * Writes the NACK of a stretch as long as fits.
     *
     * @param nack what it says besides; its limit and ranges are of no meaning
     * @param maxBytes of the packet
     */
    public Part write(Nack nack, int maxBytes) {
        WireWriter entries = new WireWriter(256);
        long at = nack.first();
        long missing = nextMissing.applyAsLong(at);
        while (missing >= 0 && RmtpCodec.ENTRIES_OFFSET + entries.length() + MOST_ENTRY_BYTES <= maxBytes) {
            entries.writeVarint(missing - at);
            long end = endOfRun(missing);
            if (end - missing >= BITMAP_PACKETS || !writeBitmap(missing, entries)) {
                entries.writeVarint((end - missing - 1) << 1);
                at = end;
            } else {
                at = endOfBitmap;
            }
            missing = at >= packets ? -1 : nextMissing.applyAsLong(at);
        }
        long limit = missing < 0 ? packets : at;
        return new Part(head(nack, limit, entries.length(), entries), limit);
    }

    private long endOfBitmap;

    private long endOfRun(long missing) {
        long present = nextPresent.applyAsLong(missing);
        return present < 0 ? packets : present;
    }

    /** Writes a bitmap that begins with a missing packet if that is shorter than stretches of it would be. */
    private boolean writeBitmap(long start, WireWriter entries) {
        byte[] bits = new byte[BITMAP_PACKETS / 8];
        int used = 0;
        int stretches = 0;
        long end = Math.min(packets, start + BITMAP_PACKETS);
        long missing = start;
        while (missing >= 0 && missing < end) {
            long limit = Math.min(end, endOfRun(missing));
            stretches++;
            for (long packet = missing; packet < limit; packet++) {
                int offset = (int) (packet - start);
                bits[offset >> 3] |= (byte) (1 << (offset & 7));
                used = (offset >> 3) + 1;
            }
            missing = limit >= end ? -1 : nextMissing.applyAsLong(limit);
        }
        if (2 * stretches <= used + 2) {
            return false;
        }
        entries.writeVarint((((long) used - 1) << 1) + 1).writeBytes(bits, 0, used);
        endOfBitmap = Math.min(end, start + used * 8L);
        return true;
    }

    private static byte[] head(Nack nack, long limit, int length, WireWriter entries) {
        return RmtpCodec.begin(nack, 0, 34 + length)
                .writeLong(nack.token())
                .writeShort(nack.round())
                .writeLong(nack.missing())
                .writeLong(nack.first())
                .writeLong(limit)
                .writeBytes(entries.toByteArray(), 0, length)
                .toByteArray();
    }

    /** Writes a NACK as it is, in stretches. */
    static byte[] write(Nack nack) {
        WireWriter entries = new WireWriter(64);
        long at = nack.first();
        for (int i = 0; i < nack.ranges().length; i += 2) {
            long first = nack.ranges()[i];
            entries.writeVarint(first - at).writeVarint((nack.ranges()[i + 1] - first - 1) << 1);
            at = nack.ranges()[i + 1];
        }
        return head(nack, nack.limit(), entries.length(), entries);
    }

    /** Reads the entries up to the end of the packet. */
    static long[] read(WireReader reader, long first, long limit) throws DecodeException {
        Ranges ranges = new Ranges();
        long at = first;
        while (reader.remaining() > 0) {
            long start = at + reader.readVarint("gap", 0, RmtpCodec.MAX_PACKETS);
            long form = reader.readVarint("form", 0, 2 * RmtpCodec.MAX_PACKETS);
            long length = (form >> 1) + 1;
            if ((form & 1) == 0) {
                ranges.add(start, start + length);
                at = start + length;
            } else {
                at = readBitmap(reader, start, length, limit, ranges);
            }
            if (at > limit) {
                throw new DecodeException("a NACK up to " + limit + " names packets up to " + at);
            }
        }
        return ranges.toArray();
    }

    private static long readBitmap(WireReader reader, long start, long bytes, long limit, Ranges ranges)
            throws DecodeException {
        if (bytes > BITMAP_PACKETS / 8) {
            throw new DecodeException("a bitmap has " + bytes + " bytes");
        }
        byte[] bits = reader.readBytes((int) bytes, "bitmap");
        if (bits[0] == 0 || bits[bits.length - 1] == 0) {
            throw new DecodeException("a bitmap begins or ends with nothing");
        }
        for (int i = 0; i < bits.length * 8; i++) {
            if (((bits[i >> 3] >> (i & 7)) & 1) != 0) {
                if (start + i >= limit) {
                    throw new DecodeException("a bitmap names packet " + (start + i));
                }
                ranges.add(start + i, start + i + 1);
            }
        }
        return Math.min(limit, start + bits.length * 8L);
    }

    /** Stretches under construction; those that touch become one. */
    private static final class Ranges {
        private long[] bounds = new long[16];
        private int used;

        void add(long first, long limit) {
            if (used > 0 && bounds[used - 1] == first) {
                bounds[used - 1] = limit;
                return;
            }
            if (used == bounds.length) {
                bounds = Arrays.copyOf(bounds, 2 * used);
            }
            bounds[used++] = first;
            bounds[used++] = limit;
        }

        long[] toArray() {
            return Arrays.copyOf(bounds, used);
        }
    }
}
