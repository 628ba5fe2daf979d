package org.rmcast.core.storage;

import java.io.IOException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent.StorageTrouble;
import org.rmcast.api.SessionEvent.StorageTroubleKind;

/** What a store has to say of its disk, at most {@value #MAX_WAITING} at a time; that it fails is said once until it does again. */
final class StorageTroubles {
    private static final int MAX_WAITING = 64;

    private final StorageDirectory directory;
    private final int segmentBytes;
    private final ArrayDeque<StorageTrouble> waiting = new ArrayDeque<>();
    private boolean boundReported;
    private boolean failureReported;

    StorageTroubles(StorageDirectory directory, int segmentBytes) {
        this.directory = directory;
        this.segmentBytes = segmentBytes;
    }

    @Nullable
    StorageTrouble take() {
        return waiting.poll();
    }

    void clear() {
        waiting.clear();
    }

    /** Sequences from {@code first} to {@code limit} (exclusive) are lost. */
    void damaged(String detail, long first, long limit) {
        add(new StorageTrouble(path(), StorageTroubleKind.DAMAGED, detail, first, limit, -1, -1));
    }

    /** Damage that costs no packet. */
    void notice(String detail) {
        add(new StorageTrouble(path(), StorageTroubleKind.DAMAGED, detail));
    }

    /** All of something is in use. */
    void bound(String allOf, String consequence) {
        if (!boundReported) {
            boundReported = true;
            add(new StorageTrouble(
                    path(), StorageTroubleKind.BOUND_REACHED, allOf + " allowed are in use, " + consequence));
        }
    }

    /** There is much room again. */
    void boundIsFar() {
        boundReported = false;
    }

    /** No further file could be made. */
    void noFile(IOException failure) {
        if (!failureReported) {
            failureReported = true;
            long usable = directory.usableBytes();
            boolean full = usable >= 0 && usable < segmentBytes;
            add(new StorageTrouble(
                    path(), full ? StorageTroubleKind.DISK_FULL : StorageTroubleKind.FAILED, noFileText(failure)));
        }
    }

    /** The same in words. */
    String noFileText(IOException failure) {
        long usable = directory.usableBytes();
        return "storage " + directory.path() + ": a file of " + segmentBytes + " bytes could not be made, "
                + (usable < 0 ? "an unknown number" : usable) + " bytes are available on its disk: "
                + failure.getMessage();
    }

    void failed(String detail) {
        if (!failureReported) {
            failureReported = true;
            add(new StorageTrouble(path(), StorageTroubleKind.FAILED, detail));
        }
    }

    /** A packet was written. */
    void failureIsOver() {
        failureReported = false;
    }

    private void add(StorageTrouble trouble) {
        if (waiting.size() < MAX_WAITING) {
            waiting.add(trouble);
        }
    }

    private String path() {
        return directory.path().toString();
    }
}
