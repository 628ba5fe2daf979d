package org.rmcast.core.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes files whose blocks are all there, so that writing into them never finds the disk full, and makes their names last. */
interface SegmentAllocator {
    /**
     * Makes a file of zeros.
     *
     * @throws IOException if the disk has no room for it; nothing is left then
     */
    void allocate(Path file, int bytes) throws IOException;

    /**
     * Returns when the names of a directory's files are on the disk as they are now: to force a file does not promise that it is
     * found again under its name.
     */
    default void forceNames(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Writes zeros: a file that only has its length set would have holes, and get its blocks when it is too late. */
    static void writeZeros(Path file, int bytes) throws IOException {
        boolean whole = false;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 18);
            for (int left = bytes; left > 0; ) {
                zeros.clear().limit(Math.min(left, zeros.capacity()));
                while (zeros.hasRemaining()) {
                    left -= channel.write(zeros);
                }
            }
            whole = true;
        } finally {
            if (!whole) {
                Files.deleteIfExists(file);
            }
        }
    }
}
