package org.rmcast.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import org.rmcast.rmtp.DataSet;

/**
 * A data set on its way in: {@code .NAME.part}, and beside it {@code .NAME.held}, the {@link Journal}.
 * To be used by the disk's thread alone.
 */
final class PartFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path part;
    private final Path held;
    private final long totalBytes;
    private final FileChannel file;
    private final FileLock lock;
    private final Journal journal;
    private final WrittenStretches written;
    private final BlockDigests digests;
    private @Nullable ByteBuffer buffer;
    private boolean journaling = true;

    private PartFile(Path part, Path held, DataSet dataSet, FileChannel file, FileLock lock) throws IOException {
        this.part = part;
        this.held = held;
        this.totalBytes = dataSet.totalBytes();
        this.file = file;
        this.lock = lock;
        this.written = new WrittenStretches();
        this.journal = Journal.open(held, dataSet, file, written);
        this.digests = new BlockDigests(totalBytes);
        written.each(digests::add);
    }

    /**
     * Opens it.
     *
     * @throws RefusedException if another receiver writes it
     */
    static PartFile open(Path directory, String name, DataSet dataSet) throws IOException, RefusedException {
        Path part = directory.resolve("." + name + ".part");
        FileChannel file = FileChannel.open(
                part,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        boolean open = false;
        try {
            FileLock lock = lock(file);
            PartFile opened = new PartFile(part, directory.resolve("." + name + ".held"), dataSet, file, lock);
            open = true;
            return opened;
        } finally {
            if (!open) {
                file.close();
            }
        }
    }

    private static FileLock lock(FileChannel file) throws IOException, RefusedException {
        try {
            FileLock lock = file.tryLock();
            if (lock != null) {
                return lock;
            }
        } catch (OverlappingFileLockException e) {
            throw new RefusedException("another receiver of this process writes it", e);
        }
        throw new RefusedException("another process writes it");
    }

    Path path() {
        return part;
    }

    FileChannel channel() {
        return file;
    }

    /** What an earlier process has written. */
    WrittenStretches written() {
        return written;
    }

    /** Bytes that must find room beside them. */
    long lackingBytes() {
        return totalBytes - written.bytes();
    }

    /**
     * Writes a stretch of a batch; nothing that is there already.
     *
     * @throws IOException if the disk refuses, such as one that is full; nothing is told of that stretch then
     */
    void write(Batch batch, int stretch) throws IOException {
        ByteBuffer bytes = batch.bytes(stretch);
        long position = batch.position(stretch);
        long limit = position + bytes.remaining();
        ByteBuffer toWrite = bytes.duplicate();
        while (toWrite.hasRemaining()) {
            file.write(toWrite, limit - toWrite.remaining());
        }
        digests.add(position, bytes);
        say(position, bytes);
    }

    /** A journal that cannot be written costs a receiver that is killed what it had, and nothing else. */
    private void say(long position, ByteBuffer bytes) {
        try {
            if (journaling) {
                journal.add(position, bytes);
            }
        } catch (IOException e) {
            journaling = false;
        }
    }

    /** A batch is written: says so. */
    void endBatch() {
        try {
            if (journaling) {
                journal.flush();
            }
        } catch (IOException e) {
            journaling = false;
        }
    }

    /** Whether there is a block to be digested that was not on the way. */
    boolean hasToDigest() {
        return digests.next() >= 0;
    }

    /** Digests one such block. */
    void digestNext() throws IOException {
        int next = digests.next();
        long limit = digests.position(next) + digests.bytesOf(next);
        ByteBuffer some = buffer;
        if (some == null) {
            some = ByteBuffer.allocateDirect(BUFFER_BYTES);
            buffer = some;
        }
        MessageDigest digest = Sha256.start();
        for (long at = digests.position(next); at < limit; ) {
            some.clear().limit((int) Math.min(BUFFER_BYTES, limit - at));
            if (file.read(some, at) <= 0) {
                throw new IOException(part + ": has become shorter");
            }
            at += some.flip().remaining();
            digest.update(some);
        }
        digests.digestNext(digest);
    }

    /** The digest of all, which is written. */
    byte[] digest() throws IOException {
        while (hasToDigest()) {
            digestNext();
        }
        return digests.digest();
    }

    /** It is whole and has its name, or is damaged: nothing of it stays under this one. */
    void remove() throws IOException {
        Files.deleteIfExists(part);
        Files.deleteIfExists(held);
    }

    @Override
    public void close() throws IOException {
        try (file;
                journal) {
            if (lock.isValid()) {
                lock.release();
            }
        }
    }
}
