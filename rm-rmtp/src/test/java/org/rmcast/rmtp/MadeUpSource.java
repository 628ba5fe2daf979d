package org.rmcast.rmtp;

import org.jspecify.annotations.Nullable;

/** A data set that nobody holds: each byte follows from its position. Not thread safe. */
final class MadeUpSource implements BulkSource {
    private final long totalBytes;
    private final long identity;
    private long read;
    /** How often a block is not read yet, per 1,000. */
    private int laterPerMille;

    private boolean failing;
    private int trailerAsked;
    private long asked;

    MadeUpSource(long totalBytes, long identity) {
        this.totalBytes = totalBytes;
        this.identity = identity;
    }

    MadeUpSource slow(int perMille) {
        laterPerMille = perMille;
        return this;
    }

    /** How often it is asked before it knows its trailer. */
    MadeUpSource trailerAfter(int times) {
        trailerAsked = times;
        return this;
    }

    void fail() {
        failing = true;
    }

    static byte at(long identity, long position) {
        long mixed = (position / 8 + identity) * 0x9E3779B97F4A7C15L;
        return (byte) ((mixed ^ (mixed >>> 31)) >>> (8 * (position & 7)));
    }

    @Override
    public long totalBytes() {
        return totalBytes;
    }

    @Override
    public byte[] description() {
        return new byte[] {1, 2, 3};
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
        for (int i = 0; i < length; i++) {
            target[offset + i] = at(identity, position + i);
        }
        read += length;
        return Reading.READ;
    }

    long read() {
        return read;
    }

    @Override
    public byte @Nullable [] trailer() {
        return trailerAsked-- > 0 ? null : new byte[] {(byte) identity};
    }
}
