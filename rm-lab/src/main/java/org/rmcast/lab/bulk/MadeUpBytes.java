package org.rmcast.lab.bulk;

import java.nio.ByteBuffer;

/** Bytes that follow from a seed and where they are: who receives them looks at each without holding any. */
final class MadeUpBytes {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final long seed;

    MadeUpBytes(long seed) {
        this.seed = seed;
    }

    /** Fills what remains of a buffer with the bytes from a position on, a multiple of 8. */
    void fill(long position, ByteBuffer target) {
        for (long word = position / Long.BYTES; target.remaining() >= Long.BYTES; word++) {
            target.putLong(word(word));
        }
    }

    /** Whether these are the bytes from a position on. */
    boolean areAt(long position, byte[] bytes, int offset, int length) {
        for (int i = 0; i < length; i++) {
            long at = position + i;
            if (at % Long.BYTES == 0 && length - i >= Long.BYTES) {
                if (ByteBuffer.wrap(bytes, offset + i, Long.BYTES).getLong() != word(at / Long.BYTES)) {
                    return false;
                }
                i += Long.BYTES - 1;
            } else if (bytes[offset + i] != at(at)) {
                return false;
            }
        }
        return true;
    }

    private byte at(long position) {
        return (byte) (word(position / Long.BYTES) >>> (Long.SIZE - Byte.SIZE - Byte.SIZE * (position % Long.BYTES)));
    }

    /** SplitMix64 by its counter. */
    private long word(long index) {
        long mixed = seed + (index + 1) * STEP;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
