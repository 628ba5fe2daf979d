package org.rmcast.lab.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Bytes that follow from a seed and where they are: who receives them looks at each without holding any. */
final class MadeUpBytes {
    private static final int BLOCK_BYTES = 1 << 20;
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

    /** Writes a file of so many bytes, from the first one on. */
    void write(Path file, long bytes) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (long position = 0; position < bytes; position += BLOCK_BYTES) {
                fill(position, block.clear());
                block.flip().limit((int) Math.min(BLOCK_BYTES, bytes - position));
                while (block.hasRemaining()) {
                    channel.write(block);
                }
            }
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
