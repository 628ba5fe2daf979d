package org.rmcast.cli.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicLong;
import org.rmcast.bulk.FileNames;
import org.rmcast.cli.common.CommandFailure;

/** A file to be sent, or what comes on standard input. */
final class OutgoingFile {
    /** Where messages go. */
    @FunctionalInterface
    interface Output {
        void send(byte[] message) throws InterruptedException;
    }

    /** Where the content is read. */
    @FunctionalInterface
    private interface Source {
        InputStream open() throws IOException;
    }

    private final String place;
    private final String name;
    private final long length;
    private final Source source;

    private OutgoingFile(String place, String name, long length, Source source) {
        this.place = place;
        this.name = name;
        this.length = length;
        this.source = source;
    }

    /**
     * A file that exists and can be read.
     *
     * @throws CommandFailure naming the file and what is wrong with it
     */
    static OutgoingFile open(Path path) throws IOException {
        return open(path, FileNames.of(path));
    }

    /** As {@link #open(Path)}, with the name under which receivers get it. */
    static OutgoingFile open(Path path, String name) throws IOException {
        if (!Files.exists(path)) {
            throw CommandFailure.usage(path + ": no such file");
        }
        if (!Files.isRegularFile(path)) {
            throw CommandFailure.usage(path + ": is not a regular file");
        }
        if (!Files.isReadable(path)) {
            throw CommandFailure.usage(path + ": permission denied");
        }
        return new OutgoingFile(
                path.toString(),
                requireName(path.toString(), name),
                Files.size(path),
                () -> Files.newInputStream(path));
    }

    /**
     * What comes on standard input, which is read once.
     *
     * @throws CommandFailure if the name is none that a receiver would take
     */
    static OutgoingFile standardInput(InputStream in, String name) {
        String place = "standard input";
        return new OutgoingFile(place, requireName(place, name), TransferMessage.UNKNOWN_LENGTH, () -> in);
    }

    private static String requireName(String place, String name) {
        String problem = FileNames.pathProblem(name);
        if (problem != null) {
            throw CommandFailure.usage(
                    place + ": the name " + FileNames.shown(name) + " " + problem + ", no receiver would take it");
        }
        return name;
    }

    String name() {
        return name;
    }

    /** The length, {@link TransferMessage#UNKNOWN_LENGTH} of standard input. */
    long length() {
        return length;
    }

    boolean isLengthKnown() {
        return length != TransferMessage.UNKNOWN_LENGTH;
    }

    /**
     * Sends header, chunks and trailer.
     *
     * @param sent grows by the bytes sent
     * @throws CommandFailure if the file changed its length since it was opened
     */
    void send(Output output, AtomicLong sent) throws IOException, InterruptedException {
        MessageDigest digest = Sha256.start();
        try (InputStream in = source.open()) {
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
        if (isLengthKnown() && !unchanged) {
            throw CommandFailure.failed(place + ": changed while it was sent, it had " + length + " bytes at first");
        }
    }
}
