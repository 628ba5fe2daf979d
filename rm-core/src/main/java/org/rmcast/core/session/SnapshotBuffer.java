package org.rmcast.core.session;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.engine.Snapshot;

/** Takes what an application writes, up to a bound, and gives it to whoever asks. Written by one thread, then read by another. */
final class SnapshotBuffer extends OutputStream implements Snapshot.Content {
    private static final int PART_BYTES = 1 << 16;

    private final long mostBytes;
    private final List<byte[]> parts = new ArrayList<>();
    private long length;

    SnapshotBuffer(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int count) throws IOException {
        if (count > mostBytes - length) {
            throw new IOException("the state is longer than the " + mostBytes + " bytes that are allowed (stateBytes)");
        }
        int at = offset;
        int left = count;
        while (left > 0) {
            int inPart = (int) (length % PART_BYTES);
            if (inPart == 0) {
                parts.add(new byte[PART_BYTES]);
            }
            int fits = Math.min(left, PART_BYTES - inPart);
            System.arraycopy(from, at, parts.get(parts.size() - 1), inPart, fits);
            at += fits;
            left -= fits;
            length += fits;
        }
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void read(long offset, byte[] into, int at, int count) {
        long from = offset;
        int to = at;
        int left = count;
        while (left > 0) {
            int inPart = (int) (from % PART_BYTES);
            int fits = Math.min(left, PART_BYTES - inPart);
            System.arraycopy(parts.get((int) (from / PART_BYTES)), inPart, into, to, fits);
            from += fits;
            to += fits;
            left -= fits;
        }
    }
}
