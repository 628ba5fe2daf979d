package org.rmcast.bulk;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Stretches of a content that will be asked for soon and lie far apart, so that it does not pay to read what is between them. Of the engine's thread;
 * a piece is handed to the disk's thread and back by its state.
 */
final class Pieces {
    /** So many are read with one hand-over. */
    private static final int PART = 32;

    private static final int MOST = 512;
    /** Where at least this share is wanted, whole blocks are read more quickly. */
    private static final int DENSE = 8;

    /** What became of a question. */
    enum Taken {
        TAKEN,
        LATER,
        /** It was not expected. */
        UNKNOWN
    }

    /** One stretch. */
    static final class Piece {
        private final long position;
        private final ByteBuffer bytes;
        private volatile boolean read;
        private boolean asked;

        private Piece(long position, ByteBuffer bytes) {
            this.position = position;
            this.bytes = bytes;
        }

        long position() {
            return position;
        }

        /** Where its bytes go. */
        ByteBuffer toFill() {
            return bytes.clear();
        }

        /** They are there. */
        void filled() {
            bytes.flip();
            read = true;
        }
    }

    private final Consumer<List<Piece>> disk;
    /** By position, in the order in which they are expected. */
    private final Map<Long, Piece> pieces = new LinkedHashMap<>();

    private List<Piece> part = new ArrayList<>(PART);
    private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();

    /** @param disk reads what it gets, on its own thread */
    Pieces(Consumer<List<Piece>> disk) {
        this.disk = disk;
    }

    /** A stretch will be asked for, after those before. */
    void expect(long position, int length) {
        if (pieces.containsKey(position) || (pieces.size() >= MOST && !forgetOldest())) {
            return;
        }
        ByteBuffer bytes = free.poll();
        if (bytes == null || bytes.capacity() != length) {
            bytes = ByteBuffer.allocateDirect(length);
        }
        Piece piece = new Piece(position, bytes);
        pieces.put(position, piece);
        part.add(piece);
        if (part.size() == PART) {
            handOver();
        }
    }

    /** Returns false if the oldest one is still to be read. */
    private boolean forgetOldest() {
        Piece oldest = pieces.values().iterator().next();
        if (!oldest.read) {
            return false;
        }
        forget(oldest);
        return true;
    }

    private void forget(Piece piece) {
        pieces.remove(piece.position);
        free.add(piece.bytes);
    }

    private void handOver() {
        List<Piece> full = part;
        part = new ArrayList<>(PART);
        long span = full.get(full.size() - 1).position - full.get(0).position;
        boolean dense = full.size() == PART
                && span >= 0
                && span / DENSE < (long) PART * full.get(0).bytes.capacity();
        if (dense) {
            full.forEach(this::forget);
        } else {
            full.forEach(piece -> piece.asked = true);
            disk.accept(full);
        }
    }

    /** Takes a stretch if it was expected. */
    Taken take(long position, byte[] target, int offset, int length) {
        if (pieces.isEmpty()) {
            // As in the whole first round: nothing is to be looked for, packet by packet.
            return Taken.UNKNOWN;
        }
        Piece piece = pieces.get(position);
        if (piece != null && !piece.asked) {
            handOver();
            piece = pieces.get(position);
        }
        if (piece == null || piece.bytes.capacity() != length) {
            return Taken.UNKNOWN;
        }
        if (!piece.read) {
            return Taken.LATER;
        }
        piece.bytes.get(0, target, offset, length);
        forget(piece);
        return Taken.TAKEN;
    }
}
