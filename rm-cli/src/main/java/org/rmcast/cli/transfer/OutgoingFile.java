package org.rmcast.cli.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicLong;
import org.rmcast.cli.common.CommandFailure;

/** A file to be sent. */
final class OutgoingFile {
    /** Where messages go. */
    @FunctionalInterface
    interface Output {
        void send(byte[] message) throws InterruptedException;
    }

    private final Path path;
    private final String name;
    private final long length;

    private OutgoingFile(Path path, String name, long length) {
        this.path = path;
        this.name = name;
        this.length = length;
    }

    /**
     * A file that exists and can be read.
     *
     * @throws CommandFailure naming the file and what is wrong with it
     */
    static OutgoingFile open(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw CommandFailure.usage(path + ": no such file");
        }
        if (!Files.isRegularFile(path)) {
            throw CommandFailure.usage(path + ": is not a regular file");
        }
        if (!Files.isReadable(path)) {
            throw CommandFailure.usage(path + ": permission denied");
        }
        String name = FileNames.of(path);
        String problem = FileNames.problem(name);
        if (problem != null) {
            throw CommandFailure.usage(
                    path + ": the name " + FileNames.shown(name) + " " + problem + ", no receiver would take it");
        }
        return new OutgoingFile(path, name, Files.size(path));
    }

    String name() {
        return name;
    }

    long length() {
        return length;
    }

    /**
     * Sends header, chunks and trailer.
     *
     * @param sent grows by the bytes sent
     * @throws CommandFailure if the file changed its length since it was opened
     */
    void send(Output output, AtomicLong sent) throws IOException, InterruptedException {
        MessageDigest digest = Sha256.start();
        try (InputStream in = Files.newInputStream(path)) {
            output.send(new TransferMessage.Header(name, length).encode());
            byte[] buffer = new byte[TransferMessage.CHUNK_BYTES];
            long offset = 0;
            for (int read = in.readNBytes(buffer, 0, buffer.length); read > 0; ) {
                digest.update(buffer, 0, read);
                output.send(new TransferMessage.Chunk(offset, ByteBuffer.wrap(buffer, 0, read)).encode());
                offset += read;
                sent.addAndGet(read);
                requireUnchanged(offset <= length);
                read = in.readNBytes(buffer, 0, buffer.length);
            }
            requireUnchanged(offset == length);
        }
        output.send(new TransferMessage.Trailer(ByteBuffer.wrap(digest.digest())).encode());
    }

    private void requireUnchanged(boolean unchanged) {
        if (!unchanged) {
            throw CommandFailure.failed(path + ": changed while it was sent, it had " + length + " bytes at first");
        }
    }
}
