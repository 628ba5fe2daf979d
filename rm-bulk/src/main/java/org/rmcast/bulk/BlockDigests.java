package org.rmcast.bulk;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.BitSet;

/**
 * The digest of a data set whose bytes come in any order: SHA-256 of the SHA-256s of its blocks, one after another. So what came early is digested early,
 * wherever it lies, and little is left when the last packet has come. Blocks have 16 KiB, or twice, four times ... as many bytes, so that there
 * are no more than 65,536 of them; the last one is as long as it is.
 *
 * <p>Bytes that follow one another are digested on the way. A block in which some came later is told by {@link #next}, to be read again. Not thread safe.
 */
final class BlockDigests {
    private static final int LEAST_BLOCK_BYTES = 1 << 14;
    private static final int MOST_BLOCKS = 1 << 16;
    private static final int NOTHING = -1;

    private final long totalBytes;
    private final long blockBytes;
    private final int blocks;
    /** How many bytes of each block are there. */
    private final long[] written;

    private final byte[] digests;
    private final BitSet digested = new BitSet();
    /** Blocks that are there and not digested. */
    private final ArrayDeque<Integer> whole = new ArrayDeque<>();

    private final MessageDigest running = Sha256.start();
    private int runningBlock = NOTHING;
    private long runningBytes;

    BlockDigests(long totalBytes) {
        long bytes = LEAST_BLOCK_BYTES;
        while ((totalBytes - 1) / bytes >= MOST_BLOCKS) {
            bytes *= 2;
        }
        this.totalBytes = totalBytes;
        this.blockBytes = bytes;
        this.blocks = (int) ((totalBytes + bytes - 1) / bytes);
        this.written = new long[blocks];
        this.digests = new byte[blocks * Sha256.BYTES];
    }

    /** Where a block begins. */
    long position(int block) {
        return block * blockBytes;
    }

    long bytesOf(int block) {
        return Math.min(blockBytes, totalBytes - position(block));
    }

    /** Bytes are there that were not before. */
    void add(long position, ByteBuffer bytes) {
        ByteBuffer some = bytes.duplicate();
        for (long at = position; some.hasRemaining(); ) {
            int block = (int) (at / blockBytes);
            long within = at % blockBytes;
            int length = (int) Math.min(bytes.limit() - some.position(), blockBytes - within);
            some.limit(some.position() + length);
            run(block, within, some);
            some.limit(bytes.limit());
            count(block, length);
            at += length;
        }
    }

    /** Bytes are there that were not before, and are not at hand. */
    void add(long position, long limit) {
        for (long at = position; at < limit; ) {
            int block = (int) (at / blockBytes);
            long end = Math.min(limit, position(block) + blockBytes);
            count(block, end - at);
            at = end;
        }
    }

    private void run(int block, long within, ByteBuffer bytes) {
        if (within == 0) {
            running.reset();
            runningBlock = block;
            runningBytes = 0;
        }
        if (block == runningBlock && within == runningBytes) {
            runningBytes += bytes.remaining();
            running.update(bytes);
            if (runningBytes == bytesOf(block)) {
                runningBlock = NOTHING;
                note(block, running.digest());
            }
        } else {
            bytes.position(bytes.limit());
        }
    }

    private void count(int block, long bytes) {
        written[block] += bytes;
        if (written[block] == bytesOf(block) && !digested.get(block)) {
            whole.add(block);
        }
    }

    private void note(int block, byte[] digest) {
        System.arraycopy(digest, 0, digests, block * Sha256.BYTES, Sha256.BYTES);
        digested.set(block);
    }

    /** A block that is there and was not digested on the way; -1 if there is none. */
    int next() {
        Integer block = whole.peek();
        return block == null ? NOTHING : block;
    }

    /** The next one is read. */
    void digestNext(MessageDigest read) {
        note(whole.remove(), read.digest());
    }

    /** The digest of the whole, when all blocks are digested. */
    byte[] digest() {
        if (digested.cardinality() < blocks) {
            throw new IllegalStateException("block " + digested.nextClearBit(0) + " of " + blocks + " is not digested");
        }
        return Sha256.start().digest(digests);
    }
}
