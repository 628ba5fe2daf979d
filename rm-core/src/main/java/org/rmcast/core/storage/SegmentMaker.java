package org.rmcast.core.storage;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Makes the next file beforehand, in a thread of its own: for the time that a disk takes to write 64 MiB of zeros, the thread that
 * appends packets would stand still. One at a time. Not thread safe.
 */
final class SegmentMaker {
    private static final String THREAD = "rmcast-storage";

    private final SegmentAllocator allocator;
    private @Nullable FutureTask<Path> task;

    SegmentMaker(SegmentAllocator allocator) {
        this.allocator = allocator;
    }

    /** Whether a file was begun, and not taken yet. */
    boolean hasBegun() {
        return task != null;
    }

    void begin(Path file, int bytes) {
        FutureTask<Path> begun = new FutureTask<>(() -> {
            allocator.allocate(file, bytes);
            return file;
        });
        task = begun;
        Thread thread = new Thread(begun, THREAD);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * The file that was begun, when it is made.
     *
     * @return null if none was begun, or it could not be made
     * @throws InterruptedIOException if the thread is interrupted while it waits
     */
    @Nullable
    Path take() throws IOException {
        FutureTask<Path> begun = task;
        task = null;
        try {
            return begun == null ? null : begun.get();
        } catch (ExecutionException e) {
            // Who needs it tries again, and tells what is in the way.
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a file was made");
        }
    }
}
