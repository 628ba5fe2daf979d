package org.rmcast.lab.papers.shiroshita;

import org.jspecify.annotations.Nullable;
import org.rmcast.rmtp.BulkSink;
import org.rmcast.rmtp.BulkSource;
import org.rmcast.rmtp.DataSet;

/** A data set that nobody holds: its bytes do not matter, which of them came does. */
record MadeUpData(long totalBytes) implements BulkSource {
    private static final byte[] DESCRIPTION = {1, 0, 0, 0, 0, 0};
    private static final byte[] TRAILER = {1};

    @Override
    public byte[] description() {
        return DESCRIPTION.clone();
    }

    @Override
    public long identity() {
        return totalBytes;
    }

    @Override
    public Reading read(long position, byte[] target, int offset, int length) {
        return Reading.READ;
    }

    @Override
    public byte @Nullable [] trailer() {
        return TRAILER.clone();
    }

    /** Counts the bytes that came: whole is what has them all, each once. Not thread safe. */
    static final class Sink implements BulkSink {
        private final long totalBytes;
        private long written;

        Sink(DataSet dataSet) {
            totalBytes = dataSet.totalBytes();
        }

        @Override
        public boolean write(long position, byte[] source, int offset, int length) {
            written += length;
            return true;
        }

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public Verdict finish(byte[] trailer) {
            return written == totalBytes ? Verdict.WHOLE : Verdict.DAMAGED;
        }

        @Override
        public void abandon(String reason) {}
    }
}
