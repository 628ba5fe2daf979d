package org.rmcast.bulk;

import java.nio.ByteBuffer;

/** Bytes on their way to the disk, as stretches. Packets that follow one another are one stretch, so one call of the system. Not thread safe. */
final class Batch {
    private static final int BYTES = 1 << 18;
    private static final int STRETCHES = 256;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES);
    private final long[] positions = new long[STRETCHES];
    private final int[] ends = new int[STRETCHES];
    private int stretches;

    /** Adds a packet; returns false if there is no room for it. */
    boolean add(long position, byte[] source, int offset, int length) {
        if (bytes.remaining() < length) {
            return false;
        }
        boolean follows =
                stretches > 0 && positions[stretches - 1] + ends[stretches - 1] - start(stretches - 1) == position;
        if (!follows) {
            if (stretches == STRETCHES) {
                return false;
            }
            positions[stretches++] = position;
        }
        bytes.put(source, offset, length);
        ends[stretches - 1] = bytes.position();
        return true;
    }

    private int start(int stretch) {
        return stretch == 0 ? 0 : ends[stretch - 1];
    }

    int stretches() {
        return stretches;
    }

    long position(int stretch) {
        return positions[stretch];
    }

    /** The bytes of a stretch: a view, to be read. */
    ByteBuffer bytes(int stretch) {
        return bytes.duplicate().position(0).limit(ends[stretch]).position(start(stretch));
    }

    void clear() {
        bytes.clear();
        stretches = 0;
    }
}
