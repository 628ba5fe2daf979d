package org.rmcast.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** A file. Not thread safe. */
final class FileContent implements Content {
    private final Path path;
    private final FileChannel file;
    private final long totalBytes;

    private FileContent(Path path, FileChannel file) throws IOException {
        this.path = path;
        this.file = file;
        this.totalBytes = file.size();
    }

    static FileContent open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new FileContent(path, channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public long totalBytes() {
        return totalBytes;
    }

    @Override
    public Description description() {
        return Description.file(FileNames.of(path));
    }

    @Override
    public long identity() throws IOException {
        return ContentIdentity.of(this, stamp(path));
    }

    static byte[] stamp(Path path) throws IOException {
        long modified = Files.getLastModifiedTime(path).to(TimeUnit.NANOSECONDS);
        return ByteBuffer.allocate(Long.BYTES).putLong(modified).array();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        long limit = Math.min(totalBytes, position + target.remaining());
        readFully(file, path, position, target, limit - position);
    }

    static void readFully(FileChannel file, Path path, long position, ByteBuffer target, long bytes)
            throws IOException {
        int limit = target.limit();
        target.limit(target.position() + (int) bytes);
        long at = position;
        while (target.hasRemaining()) {
            int read = file.read(target, at);
            if (read < 0) {
                throw new IOException(path + ": has become shorter");
            }
            at += read;
        }
        target.limit(limit);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
