package org.rmcast.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rmcast.rmtp.BulkSource;

/**
 * A content as the source of a delivery: read by a thread of its own, in blocks ahead of an engine that goes through it in order, digested on the way; and
 * in pieces where an engine says that it will ask for little of it. What is asked for and not read yet is asked for again, so that no loop waits
 * for a disk.
 *
 * <p>A few blocks are held. The engine's thread chooses the block that gives way, and never one that is being read; a block is handed from thread to
 * thread by its state.
 */
final class ReadAhead implements BulkSource, AutoCloseable {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int BLOCKS = 8;
    private static final int AHEAD = 3;
    /** So many blocks are digested at most before a block is read that the engine waits for. */
    private static final int DIGEST_AT_ONCE = 4;

    private static final long END_SECONDS = 5;

    private final Content content;
    private final long identity;
    private final byte[] description;
    private final Block[] blocks = new Block[BLOCKS];
    private final Pieces pieces;
    private final ExecutorService disk = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "rmtp-read");
        thread.setDaemon(true);
        return thread;
    });
    private long asked;
    private long lastBlock = -1;
    private boolean digestAsked;
    private volatile @Nullable IOException failure;
    private volatile byte @Nullable [] trailer;

    // Of the disk's thread.

    private final BlockDigests digests;
    private final ByteBuffer digestBlock = ByteBuffer.allocateDirect(BLOCK_BYTES);
    private long digested;

    /** Not thread safe but for its state. */
    private static final class Block {
        enum State {
            FREE,
            READING,
            READ
        }

        private final ByteBuffer bytes = ByteBuffer.allocateDirect(BLOCK_BYTES);
        private long index = -1;
        private long usedAt;
        private volatile State state = State.FREE;
    }

    /** Takes the content over: it is closed with this. */
    ReadAhead(Content content) throws IOException {
        this.content = content;
        this.identity = content.identity();
        this.description = content.description().encode();
        this.pieces = new Pieces(part -> execute(() -> load(part)));
        this.digests = new BlockDigests(content.totalBytes());
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] = new Block();
        }
    }

    @Override
    public long totalBytes() {
        return content.totalBytes();
    }

    @Override
    public byte[] description() {
        return description.clone();
    }

    @Override
    public long identity() {
        return identity;
    }

    @Override
    public Reading read(long position, byte[] target, int offset, int length) {
        if (hasFailed()) {
            return Reading.FAILED;
        }
        Pieces.Taken taken = pieces.take(position, target, offset, length);
        if (taken != Pieces.Taken.UNKNOWN) {
            return taken == Pieces.Taken.TAKEN ? Reading.READ : Reading.LATER;
        }
        long first = position / BLOCK_BYTES;
        long last = (position + Math.max(0, length - 1)) / BLOCK_BYTES;
        boolean firstThere = isThere(first);
        boolean there = isThere(last) && firstThere;
        readAhead(last);
        if (!there) {
            return Reading.LATER;
        }
        int done = 0;
        while (done < length) {
            long at = position + done;
            int within = (int) (at % BLOCK_BYTES);
            int bytes = Math.min(length - done, BLOCK_BYTES - within);
            Block block = find(at / BLOCK_BYTES);
            if (block == null) {
                return Reading.LATER;
            }
            block.bytes.get(within, target, offset + done, bytes);
            done += bytes;
        }
        return Reading.READ;
    }

    @Override
    public void expect(long position, int length) {
        if (find(position / BLOCK_BYTES) == null || find((position + length - 1) / BLOCK_BYTES) == null) {
            pieces.expect(position, length);
        }
    }

    private void load(List<Pieces.Piece> part) {
        try {
            for (Pieces.Piece piece : part) {
                content.read(piece.position(), piece.toFill());
                piece.filled();
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Who goes through the content in order finds the next blocks there. */
    private void readAhead(long block) {
        boolean inOrder = block == lastBlock + 1;
        if (block != lastBlock && inOrder) {
            for (long next = block + 1; next <= block + AHEAD && next * BLOCK_BYTES < totalBytes(); next++) {
                boolean unused = isThere(next);
            }
        }
        lastBlock = block;
    }

    private @Nullable Block find(long index) {
        for (Block block : blocks) {
            if (block.index == index) {
                return block;
            }
        }
        return null;
    }

    /** Whether a block is read; if not it will be. */
    private boolean isThere(long index) {
        Block present = find(index);
        if (present == null) {
            ask(index);
            return false;
        }
        present.usedAt = ++asked;
        return present.state == Block.State.READ;
    }

    private void ask(long index) {
        Block oldest = null;
        for (Block block : blocks) {
            if (block.state != Block.State.READING && (oldest == null || block.usedAt < oldest.usedAt)) {
                oldest = block;
            }
        }
        if (oldest != null) {
            Block block = oldest;
            block.index = index;
            block.usedAt = ++asked;
            block.state = Block.State.READING;
            execute(() -> load(block, index));
        }
    }

    private void execute(Runnable task) {
        try {
            disk.execute(task);
        } catch (RejectedExecutionException e) {
            failure = new IOException("closed", e);
        }
    }

    private void load(Block block, long index) {
        try {
            content.read(index * BLOCK_BYTES, block.bytes.clear());
            block.bytes.flip();
            ByteBuffer bytes = block.bytes.duplicate();
            block.state = Block.State.READ;
            if (index * BLOCK_BYTES == digested) {
                digest(bytes);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    @Override
    public byte @Nullable [] trailer() {
        byte[] known = trailer;
        if (known == null && !digestAsked) {
            digestAsked = true;
            execute(this::digestTheRest);
        }
        return known;
    }

    private void digest(ByteBuffer bytes) {
        digests.add(digested, bytes);
        digested += bytes.remaining();
    }

    /** Usually everything was read in order by now; what was not is read here, a few blocks at a time. */
    private void digestTheRest() {
        try {
            for (int i = 0; i < DIGEST_AT_ONCE && digested < totalBytes(); i++) {
                content.read(digested, digestBlock.clear());
                digest(digestBlock.flip());
            }
        } catch (IOException e) {
            failure = e;
            return;
        }
        if (digested < totalBytes()) {
            execute(this::digestTheRest);
        } else {
            trailer = digests.digest();
        }
    }

    @Override
    public boolean hasFailed() {
        return failure != null;
    }

    /** Why it cannot be read any more, null if it can. */
    @Nullable
    IOException failure() {
        return failure;
    }

    @Override
    public void close() {
        execute(() -> {
            try {
                content.close();
            } catch (IOException e) {
                failure = e;
            }
        });
        disk.shutdown();
        try {
            boolean ended = disk.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                disk.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
