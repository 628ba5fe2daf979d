package org.rmcast.examples.video;

/**
 * The fields of an MPEG transport stream packet that pacing needs (ISO/IEC 13818-1, section 2.4.3), read in place.
 *
 * <pre>
 * offset size field
 *  0     1    sync byte 0x47
 *  1     2    3 bits of flags, 13 bits of packet identifier (PID)
 *  3     1    bit 5: an adaptation field follows
 *  4     1    length of the adaptation field
 *  5     1    its flags; bit 7: discontinuity, bit 4: a PCR follows
 *  6     6    PCR: 33 bits at 90 kHz, 6 reserved bits, 9 bits at 27 MHz
 * </pre>
 */
final class TsPacket {
    static final int BYTES = 188;
    static final int SYNC = 0x47;

    /** The PCR counts at 27 MHz and starts again from 0 after this many ticks, about 26.5 hours. */
    static final long PCR_MODULUS = (1L << 33) * 300;

    static final long PCR_HZ = 27_000_000;

    private static final int MIN_LENGTH_WITH_PCR = 7;

    private TsPacket() {}

    static boolean isSynchronised(byte[] bytes, int offset) {
        return (bytes[offset] & 0xff) == SYNC;
    }

    static int pid(byte[] bytes, int offset) {
        return (bytes[offset + 1] & 0x1f) << 8 | (bytes[offset + 2] & 0xff);
    }

    static boolean hasPcr(byte[] bytes, int offset) {
        return adaptationLength(bytes, offset) >= MIN_LENGTH_WITH_PCR && (bytes[offset + 5] & 0x10) != 0;
    }

    /** Whether the clock may jump at this packet. */
    static boolean isDiscontinuous(byte[] bytes, int offset) {
        return adaptationLength(bytes, offset) >= 1 && (bytes[offset + 5] & 0x80) != 0;
    }

    /** The program clock reference in ticks of 27 MHz; only where {@link #hasPcr}. */
    static long pcr(byte[] bytes, int offset) {
        long base = 0;
        for (int i = 6; i < 10; i++) {
            base = base << 8 | (bytes[offset + i] & 0xff);
        }
        base = base << 1 | (bytes[offset + 10] & 0x80) >> 7;
        int extension = (bytes[offset + 10] & 0x01) << 8 | (bytes[offset + 11] & 0xff);
        return base * 300 + extension;
    }

    private static int adaptationLength(byte[] bytes, int offset) {
        return (bytes[offset + 3] & 0x20) == 0 ? 0 : bytes[offset + 4] & 0xff;
    }
}
