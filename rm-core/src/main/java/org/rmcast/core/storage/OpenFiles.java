package org.rmcast.core.storage;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayDeque;

/**
 * The open files of a storage, {@value #MAX_OPEN} at most: the one opened first is closed for the next, and opened again when it
 * is used again. Not thread safe.
 *
 * <p>They are {@link RandomAccessFile}s since these, other than file channels, are not closed by an interrupt of the thread that
 * uses them.
 */
final class OpenFiles {
    static final int MAX_OPEN = 64;

    private final ArrayDeque<SegmentFile> opened = new ArrayDeque<>();
    private final FileWindow window = new FileWindow();

    /** What is read at a time, and where records are put together; of the segment that uses it. */
    FileWindow window() {
        return window;
    }

    /** Opens a file that is there. */
    RandomAccessFile open(Path path, SegmentFile owner) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        opened.add(owner);
        if (opened.size() > MAX_OPEN) {
            opened.remove().closeHandle();
        }
        return file;
    }

    /** The owner has closed its file for good. */
    void closed(SegmentFile owner) {
        opened.remove(owner);
    }

    /** Closes all. */
    void closeAll() {
        opened.forEach(SegmentFile::closeHandle);
        opened.clear();
    }
}
