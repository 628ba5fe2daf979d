package org.rmcast.core.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A part of one file in memory, so that reading field by field costs few system calls. Big-endian. Not thread safe. */
final class FileWindow {
    /** Twice the largest record. */
    static final int BYTES = 1 << 17;

    private final byte[] bytes = new byte[BYTES];
    private final ByteBuffer view = ByteBuffer.wrap(bytes);
    private @Nullable SegmentFile file;
    private int start;
    private int limit;

    /** Forgets what it has, and may be filled by anybody, as room for what is to be written. */
    ByteBuffer scratch() {
        file = null;
        return view.clear();
    }

    /** The array behind {@link #scratch}. */
    byte[] bytes() {
        return bytes;
    }

    /** Reads a part of a file, as far as it goes, in place of what was there before. */
    void load(SegmentFile from, int at, int length) throws IOException {
        file = null;
        limit = at + from.read(at, bytes, Math.min(length, BYTES));
        start = at;
        file = from;
    }

    int getInt(SegmentFile from, int at, int ahead) throws IOException {
        return view.getInt(index(from, at, Integer.BYTES, ahead));
    }

    long getLong(SegmentFile from, int at, int ahead) throws IOException {
        return view.getLong(index(from, at, Long.BYTES, ahead));
    }

    void get(SegmentFile from, int at, byte[] into, int ahead) throws IOException {
        System.arraycopy(bytes, index(from, at, into.length, ahead), into, 0, into.length);
    }

    /** Where in the window something is; reads {@code ahead} bytes from there on if it is not there yet. */
    private int index(SegmentFile from, int at, int length, int ahead) throws IOException {
        if (file != from || at < start || at + length > limit) {
            load(from, at, Math.max(length, ahead));
            if (limit - at < length) {
                throw new IOException("the file was cut off, at " + limit + " bytes or before");
            }
        }
        return at - start;
    }
}
