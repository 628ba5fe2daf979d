package org.rmcast.bulk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import org.rmcast.rmtp.BulkSource;

/**
 * A file as a data set: its name goes before, its SHA-256 behind. Read in blocks of which the last one is held, so that packets in order cost a
 * system call in a thousand. Not thread safe.
 */
final class FileSource implements BulkSource, AutoCloseable {
    private static final int BLOCK_BYTES = 1 << 20;

    private final FileChannel file;
    private final long totalBytes;
    private final String name;
    private final long identity;
    private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
    private final MessageDigest digest = sha256();
    private long blockStart = -1;
    private int blockBytes;
    private long digested;
    private byte[] trailer = {};

    private FileSource(FileChannel file, Path path) throws IOException {
        this.file = file;
        this.totalBytes = file.size();
        this.name =
                Objects.requireNonNull(path.getFileName(), "a file has a name").toString();
        long modified = Files.getLastModifiedTime(path).toMillis();
        this.identity = (name.hashCode() * 31L + totalBytes) * 0x9E3779B97F4A7C15L + modified;
    }

    static FileSource open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new FileSource(channel, path);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public long totalBytes() {
        return totalBytes;
    }

    @Override
    public byte[] description() {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public long identity() {
        return identity;
    }

    @Override
    public Reading read(long position, byte[] target, int offset, int length) {
        try {
            int done = 0;
            while (done < length) {
                done += readSome(position + done, target, offset + done, length - done);
            }
        } catch (IOException e) {
            return Reading.FAILED;
        }
        if (position == digested) {
            digest.update(target, offset, length);
            digested += length;
        }
        return Reading.READ;
    }

    private int readSome(long position, byte[] target, int offset, int length) throws IOException {
        if (blockStart < 0 || position < blockStart || position >= blockStart + blockBytes) {
            load(position);
        }
        int at = (int) (position - blockStart);
        int bytes = Math.min(length, blockBytes - at);
        block.get(at, target, offset, bytes);
        return bytes;
    }

    private void load(long position) throws IOException {
        blockStart = -1;
        block.clear();
        int read = file.read(block, position);
        if (read <= 0) {
            throw new IOException("the file has become shorter");
        }
        blockStart = position;
        blockBytes = read;
    }

    /** Usually everything was read in order by now; what was not is read here. */
    @Override
    public byte[] trailer() {
        if (trailer.length == 0) {
            byte[] some = new byte[BLOCK_BYTES];
            while (digested < totalBytes) {
                int bytes = (int) Math.min(some.length, totalBytes - digested);
                if (read(digested, some, 0, bytes) != Reading.READ) {
                    return new byte[0];
                }
            }
            trailer = digest.digest();
        }
        return trailer;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
