package org.rmcast.rmtp;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A data set that nobody holds: each byte follows from its position. Not thread safe. */
final class MadeUpSource implements BulkSource {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long totalBytes;
    private final long identity;
    private long read;
    /** How often a block is not read yet, per 1,000. */
    private int laterPerMille;

    private boolean failing;
    private int trailerAsked;
    private long asked;
    /** What was asked for, and what was said to be asked for again; null if nobody wants to know. */
    private @Nullable Set<Long> readOnce;

    private final Set<Long> expected = new HashSet<>();
    private int surprises;

    MadeUpSource(long totalBytes, long identity) {
        this.totalBytes = totalBytes;
        this.identity = identity;
    }

    MadeUpSource slow(int perMille) {
        laterPerMille = perMille;
        return this;
    }

    /** Counts what is asked for again and was not expected. */
    MadeUpSource countSurprises() {
        readOnce = new HashSet<>();
        return this;
    }

    int surprises() {
        return surprises;
    }

    /** How often it is asked before it knows its trailer. */
    MadeUpSource trailerAfter(int times) {
        trailerAsked = times;
        return this;
    }

    void fail() {
        failing = true;
    }

    /** Writes the bytes from a position on, eight at a time where that can be. */
    static void fill(long identity, long position, byte[] target, int offset, int length) {
        int at = 0;
        while (at < length) {
            long word = word(identity, (position + at) / 8);
            int skipped = (int) ((position + at) & 7);
            if (skipped == 0 && length - at >= 8) {
                WORDS.set(target, offset + at, word);
                at += 8;
            } else {
                target[offset + at++] = (byte) (word >>> (8 * skipped));
            }
        }
    }

    private static long word(long identity, long number) {
        long mixed = (number + identity) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 31);
    }

    @Override
    public long totalBytes() {
        return totalBytes;
    }

    @Override
    public byte[] description() {
        return new byte[] {1, 2, 3, 4, 5, 6};
    }

    @Override
    public long identity() {
        return identity;
    }

    @Override
    public Reading read(long position, byte[] target, int offset, int length) {
        if (failing) {
            return Reading.FAILED;
        }
        if (laterPerMille > 0 && ++asked % 1_000 < laterPerMille) {
            return Reading.LATER;
        }
        fill(identity, position, target, offset, length);
        read += length;
        if (readOnce != null && !readOnce.add(position) && !expected.remove(position)) {
            surprises++;
        }
        return Reading.READ;
    }

    @Override
    public void expect(long position, int length) {
        if (readOnce != null) {
            expected.add(position);
        }
    }

    long read() {
        return read;
    }

    @Override
    public byte @Nullable [] trailer() {
        return trailerAsked-- > 0 ? null : new byte[] {(byte) identity};
    }
}
