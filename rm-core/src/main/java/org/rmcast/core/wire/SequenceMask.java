package org.rmcast.core.wire;

import java.util.function.LongConsumer;

/**
 * A set of sequences as bits: bit i (of byte i/8, from the lowest) stands for {@code start + i}, where the start is given
 * elsewhere. On the wire: its length in bytes (2), and the bytes.
 */
public final class SequenceMask {
    /** The empty set. */
    public static final byte[] EMPTY = {};

    private SequenceMask() {}

    /** A mask without bits that reaches up to this offset from its start, inclusive. */
    public static byte[] reachingTo(long offset) {
        return new byte[(int) (offset / 8 + 1)];
    }

    /** Sets the bit at this offset from the start. */
    public static void set(byte[] mask, int offset) {
        mask[offset >> 3] |= (byte) (1 << (offset & 7));
    }

    /** Whether the bit at this offset is set; none beyond the end is. */
    public static boolean isSet(byte[] mask, long offset) {
        return offset >= 0 && offset >> 3 < mask.length && (mask[(int) (offset >> 3)] >> (offset & 7) & 1) != 0;
    }

    /** Passes the sequences in ascending order. */
    public static void forEach(byte[] mask, long start, LongConsumer action) {
        for (int i = 0; i < mask.length; i++) {
            for (int bits = mask[i] & 0xff; bits != 0; bits &= bits - 1) {
                action.accept(start + i * 8L + Integer.numberOfTrailingZeros(bits));
            }
        }
    }

    /** Passes the sequences in descending order. */
    public static void forEachDescending(byte[] mask, long start, LongConsumer action) {
        for (int i = mask.length - 1; i >= 0; i--) {
            int bits = mask[i] & 0xff;
            while (bits != 0) {
                int bit = 31 - Integer.numberOfLeadingZeros(bits);
                action.accept(start + i * 8L + bit);
                bits &= ~(1 << bit);
            }
        }
    }

    /** Writes a mask. */
    public static WireWriter write(WireWriter writer, byte[] mask) {
        return writer.writeShort(mask.length).writeBytes(mask, 0, mask.length);
    }

    /** Reads a mask of at most so many bytes. */
    public static byte[] read(WireReader reader, int maxBytes) throws DecodeException {
        int length = reader.readUnsignedShort("mask length");
        if (length > maxBytes) {
            throw new DecodeException("mask of " + length + " bytes is longer than " + maxBytes);
        }
        return length == 0 ? EMPTY : reader.readBytes(length, "mask");
    }
}
