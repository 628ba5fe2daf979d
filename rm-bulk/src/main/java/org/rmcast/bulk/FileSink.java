package org.rmcast.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.rmtp.BulkSink;
import org.rmcast.rmtp.DataSet;

/**
 * A file that comes: {@code NAME.part} until it is complete and its SHA-256 is right, then {@code NAME}. A disk that refuses to write is one without
 * room. Not thread safe.
 */
final class FileSink implements BulkSink {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int LONGEST_NAME = 255;
    /** So much must be free before a receiver is ready again. */
    private static final long ROOM_BYTES = 1 << 20;

    private final FileChannel file;
    private final Path part;
    private final Path whole;
    private final Consumer<Path> onFile;
    private @Nullable CompletableFuture<Boolean> check;

    private FileSink(FileChannel file, Path part, Path whole, Consumer<Path> onFile) {
        this.file = file;
        this.part = part;
        this.whole = whole;
        this.onFile = onFile;
    }

    /** Opens the file that a data set describes; null if its name is none, or it cannot be written. */
    static @Nullable FileSink open(Path directory, DataSet dataSet, Consumer<Path> onFile) {
        String name = new String(dataSet.description(), StandardCharsets.UTF_8);
        if (name.isEmpty() || name.length() > LONGEST_NAME || name.startsWith(".") || !isPlain(name)) {
            return null;
        }
        Path part = directory.resolve(name + ".part");
        try {
            FileChannel channel = FileChannel.open(
                    part,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            return new FileSink(channel, part, directory.resolve(name), onFile);
        } catch (IOException e) {
            return null;
        }
    }

    /** Whether a name that came from the network can be that of a file in the directory, and nothing else. */
    private static boolean isPlain(String name) {
        return name.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || Character.isISOControl(c));
    }

    @Override
    public boolean write(long position, byte[] source, int offset, int length) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(source, offset, length);
            while (bytes.hasRemaining()) {
                file.write(bytes, position + bytes.position() - offset);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public boolean hasRoom() {
        try {
            return Files.getFileStore(part).getUsableSpace() >= ROOM_BYTES;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Verdict finish(byte[] trailer) {
        CompletableFuture<Boolean> running = check;
        if (running == null) {
            check = CompletableFuture.supplyAsync(() -> isRight(trailer));
            return Verdict.PENDING;
        }
        if (!running.isDone()) {
            return Verdict.PENDING;
        }
        return running.join() ? Verdict.WHOLE : Verdict.DAMAGED;
    }

    private boolean isRight(byte[] sha256) {
        try (file) {
            MessageDigest digest = FileSource.sha256();
            ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
            long position = 0;
            for (int read = file.read(block, position); read > 0; read = file.read(block.clear(), position)) {
                digest.update(block.array(), 0, read);
                position += read;
            }
            if (!MessageDigest.isEqual(digest.digest(), sha256)) {
                return false;
            }
            Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
            onFile.accept(whole);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void abandon(String reason) {
        try {
            file.close();
        } catch (IOException e) {
            // What was written stays beside; nobody takes it for the file.
        }
    }
}
