package org.rmcast.lab.bulk;

import org.rmcast.rmtp.BulkSink;
import org.rmcast.rmtp.DataSet;

/** Looks at each byte that comes, and keeps none. Called by its receiver's thread; what it has seen may be asked by any. */
final class CheckingSink implements BulkSink {
    private final MadeUpBytes expected;
    private final long totalBytes;
    private long bytes;
    private boolean different;
    private volatile boolean identical;

    CheckingSink(MadeUpBytes expected, DataSet dataSet) {
        this.expected = expected;
        this.totalBytes = dataSet.totalBytes();
    }

    /** Whether all bytes have come, each once, as they were sent. */
    boolean isIdentical() {
        return identical;
    }

    @Override
    public boolean write(long position, byte[] source, int offset, int length) {
        different |= !expected.areAt(position, source, offset, length);
        bytes += length;
        return true;
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public Verdict finish(byte[] trailer) {
        identical = !different && bytes == totalBytes;
        return identical ? Verdict.WHOLE : Verdict.DAMAGED;
    }

    @Override
    public void abandon(String reason) {}
}
