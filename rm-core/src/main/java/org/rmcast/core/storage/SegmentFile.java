package org.rmcast.core.storage;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file of a storage, read and written at offsets by system calls. Opened when it is used. Not thread safe. */
final class SegmentFile {
    private final OpenFiles files;
    private Path path;
    private @Nullable RandomAccessFile handle;

    SegmentFile(Path path, OpenFiles files) {
        this.path = path;
        this.files = files;
    }

    Path path() {
        return path;
    }

    /** The file got another name. */
    void renamed(Path name) {
        path = name;
    }

    FileWindow window() {
        return files.window();
    }

    /** Reads up to {@code length} bytes; says how many there were. */
    int read(int at, byte[] into, int length) throws IOException {
        RandomAccessFile file = handle();
        file.seek(at);
        int count = 0;
        while (count < length) {
            int more = file.read(into, count, length - count);
            if (more < 0) {
                return count;
            }
            count += more;
        }
        return count;
    }

    void write(int at, byte[] from, int offset, int length) throws IOException {
        RandomAccessFile file = handle();
        file.seek(at);
        file.write(from, offset, length);
    }

    /** Returns when everything written is on the disk. */
    void force() throws IOException {
        handle().getFD().sync();
    }

    long length() throws IOException {
        return handle().length();
    }

    /** Closes it for good. */
    void close() {
        files.closed(this);
        closeHandle();
    }

    /** Closes it until it is used again. */
    void closeHandle() {
        RandomAccessFile file = handle;
        handle = null;
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                // Nothing is written at a close.
            }
        }
    }

    private RandomAccessFile handle() throws IOException {
        RandomAccessFile file = handle;
        if (file == null) {
            file = files.open(path, this);
            handle = file;
        }
        return file;
    }
}
