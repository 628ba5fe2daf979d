package org.rmcast.rmtp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Holds what comes against what {@link MadeUpSource} sends, and keeps nothing of it. Not thread safe. */
final class CheckingSink implements BulkSink {
    private final DataSet dataSet;
    private final PacketSet written;
    private final byte[] expected;

    @Nullable
    PacketSet before;

    /** How often it is asked before it is open, and before it knows its verdict. */
    int openingAsked;

    boolean refuses;
    String problem = "";
    int verdictAsked;
    boolean full;
    /** It has room, it says, even when it is full. */
    boolean boasts;

    boolean finished;
    boolean damaged;
    Runnable onFinished = () -> {};

    @Nullable
    String abandoned;

    CheckingSink(DataSet dataSet) {
        this.dataSet = dataSet;
        this.written = new PacketSet(dataSet.packets());
        this.expected = new byte[dataSet.packetBytes()];
    }

    @Override
    public boolean write(long position, byte[] source, int offset, int length) {
        if (full) {
            return false;
        }
        if (position % dataSet.packetBytes() != 0 || position + length > dataSet.totalBytes()) {
            throw new AssertionError("bytes at " + position + ", " + length + " of them");
        }
        MadeUpSource.fill(dataSet.identity(), position, expected, 0, length);
        int other = Arrays.mismatch(expected, 0, length, source, offset, offset + length);
        if (other >= 0) {
            throw new AssertionError("another byte at " + (position + other));
        }
        if (!written.add(position / dataSet.packetBytes())) {
            throw new AssertionError("written twice at " + position);
        }
        return true;
    }

    @Override
    public Opening opening() {
        if (openingAsked-- > 0) {
            return Opening.LATER;
        }
        return refuses ? Opening.REFUSED : Opening.OPEN;
    }

    @Override
    public String problem() {
        return problem;
    }

    @Override
    public boolean hasRoom() {
        return boasts || !full;
    }

    @Override
    public void held(Stretches stretches) {
        PacketSet kept = before;
        if (kept == null) {
            return;
        }
        long first = kept.next(0);
        while (first >= 0) {
            long limit = kept.nextAbsent(first);
            limit = limit < 0 ? kept.size() : limit;
            stretches.add(first, limit);
            written.addRange(first, limit);
            first = limit >= kept.size() ? -1 : kept.next(limit);
        }
    }

    PacketSet written() {
        return written;
    }

    @Override
    public Verdict finish(byte[] trailer) {
        if (!written.isFull() || trailer.length != 1 || trailer[0] != (byte) dataSet.identity()) {
            throw new AssertionError("finished with " + written + " and a trailer of " + trailer.length);
        }
        if (verdictAsked-- > 0) {
            return Verdict.PENDING;
        }
        finished = true;
        onFinished.run();
        return damaged ? Verdict.DAMAGED : Verdict.WHOLE;
    }

    @Override
    public void abandon(String reason) {
        abandoned = reason;
    }
}
