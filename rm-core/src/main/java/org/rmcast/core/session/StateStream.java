package org.rmcast.core.session;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.StateVector;
import org.rmcast.core.text.MemberText;

/** A state on its way from the loop to the application: a bounded queue of bytes. Filled by one thread, read by another. */
final class StateStream extends InputStream {
    static final int MOST_BYTES = 1 << 18;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Piece(byte[] bytes, int offset, int count) {}

    private final long providerId;
    private final StateVector vector;
    private final boolean whole;
    private final Runnable onRoom;
    private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
    private int waiting;
    /** How much of the first piece was read. */
    private int taken;

    private long total;
    private boolean starved;
    private boolean ended;
    private @Nullable String broken;

    /** @param onRoom tells the loop that there is room again */
    StateStream(long providerId, StateVector vector, boolean whole, Runnable onRoom) {
        this.providerId = providerId;
        this.vector = vector;
        this.whole = whole;
        this.onRoom = onRoom;
    }

    long providerId() {
        return providerId;
    }

    StateVector vector() {
        return vector;
    }

    boolean isWhole() {
        return whole;
    }

    /** How many bytes the state has had so far. */
    synchronized long total() {
        return total;
    }

    // The loop's side.

    synchronized int room() {
        int room = MOST_BYTES - waiting;
        starved = room < MOST_BYTES / 2;
        return room;
    }

    synchronized void add(byte[] from, int offset, int count) {
        pieces.add(new Piece(from, offset, count));
        waiting += count;
        total += count;
        notifyAll();
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** It is not going to be completed. */
    synchronized void breakOff(String reason) {
        if (!ended) {
            broken = reason;
            pieces.clear();
            notifyAll();
        }
    }

    // The application's side.

    synchronized boolean isBroken() {
        return broken != null;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
        int read;
        boolean tell;
        synchronized (this) {
            if (count == 0) {
                return 0;
            }
            await();
            Piece piece = pieces.peek();
            if (piece == null) {
                return -1;
            }
            read = Math.min(count, piece.count() - taken);
            System.arraycopy(piece.bytes(), piece.offset() + taken, into, offset, read);
            taken += read;
            waiting -= read;
            if (taken == piece.count()) {
                pieces.remove();
                taken = 0;
            }
            tell = starved && waiting <= MOST_BYTES / 2;
            starved = starved && !tell;
        }
        if (tell) {
            onRoom.run();
        }
        return read;
    }

    private void await() throws IOException {
        try {
            while (pieces.isEmpty() && !ended && broken == null) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a state was read");
        }
        if (broken != null) {
            throw new IOException("the state of member " + MemberText.of(providerId) + " broke off: " + broken);
        }
    }

    /** Reads on to the end, for nobody. */
    void drain() throws IOException {
        byte[] unused = new byte[1 << 14];
        while (read(unused, 0, unused.length) >= 0) {
            // What is left of no use.
        }
    }
}
