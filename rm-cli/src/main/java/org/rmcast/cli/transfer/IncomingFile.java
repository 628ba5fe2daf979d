package org.rmcast.cli.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.rmcast.bulk.FileNames;
import org.rmcast.cli.common.Figures;

/**
 * A file on its way in. It grows under a hidden name that ends in {@code .part}; only when it is complete, verified and on
 * the disk does it get its own name, in one step. Not thread safe.
 */
final class IncomingFile {
    private final String name;
    private final Path target;
    private final Path part;
    private final long length;
    private final boolean overwrite;
    private final FileChannel channel;
    private final MessageDigest digest = Sha256.start();
    private long written;

    private IncomingFile(String name, Path target, Path part, long length, boolean overwrite) throws IOException {
        this.name = name;
        this.target = target;
        this.part = part;
        this.length = length;
        this.overwrite = overwrite;
        this.channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /**
     * Begins a file.
     *
     * @param directory where it shall be
     * @param overwrite whether an older file of this name may be replaced
     * @throws RefusedException if the name is not a plain one, or taken
     * @throws IOException if there is no room for it, or it cannot be written
     */
    static IncomingFile begin(Path directory, String name, long length, boolean overwrite)
            throws IOException, RefusedException {
        String problem = FileNames.pathProblem(name);
        if (problem != null) {
            throw new RefusedException("the name " + FileNames.shown(name) + " " + problem);
        }
        Path target = directory.resolve(name);
        Path parent = target.getParent();
        if (parent == null || !parent.equals(target.normalize().getParent()) || !parent.startsWith(directory)) {
            throw new RefusedException("the name " + FileNames.shown(name) + " leads elsewhere");
        }
        makeDirectories(directory, parent);
        refuseExisting(target, overwrite);
        long room = Files.getFileStore(directory).getUsableSpace();
        if (length > room) {
            throw new IOException(directory + ": no space left: " + name + " needs " + Figures.bytes(length) + ", "
                    + Figures.bytes(room) + " are free");
        }
        String suffix = Integer.toHexString(new SplittableRandom().nextInt());
        Path part = parent.resolve("." + target.getFileName() + "." + suffix + ".part");
        return new IncomingFile(name, target, part, length, overwrite);
    }

    /** Makes what is missing between the two; never through a link, which may lead out of the receiving directory. */
    private static void makeDirectories(Path directory, Path parent) throws IOException, RefusedException {
        Path reached = directory;
        for (Path part : directory.relativize(parent)) {
            reached = reached.resolve(part);
            if (part.toString().isEmpty() || Files.isDirectory(reached, LinkOption.NOFOLLOW_LINKS)) {
                continue;
            }
            if (Files.exists(reached, LinkOption.NOFOLLOW_LINKS)) {
                throw new RefusedException(reached + " is no directory");
            }
            Files.createDirectory(reached);
        }
    }

    private static void refuseExisting(Path target, boolean overwrite) throws RefusedException {
        if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new RefusedException(target + " is a directory");
        }
        if (!overwrite && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new RefusedException(target + " exists already; --overwrite replaces it");
        }
    }

    /** The name that it shall have. */
    String name() {
        return name;
    }

    /** The length that it shall have, {@link TransferMessage#UNKNOWN_LENGTH} if only its end will tell. */
    long length() {
        return length;
    }

    private boolean isLengthKnown() {
        return length != TransferMessage.UNKNOWN_LENGTH;
    }

    /** The bytes that are there. */
    long written() {
        return written;
    }

    /**
     * The next bytes.
     *
     * @throws RefusedException if they are not the next, or more than announced
     * @throws IOException if the disk is full or fails
     */
    void write(long offset, ByteBuffer content) throws IOException, RefusedException {
        if (offset != written || (isLengthKnown() && content.remaining() > length - written)) {
            throw new RefusedException(name + ": bytes " + offset + " to " + (offset + content.remaining())
                    + " were sent where byte " + written + " of " + length + " was due");
        }
        digest.update(content.duplicate());
        try {
            while (content.hasRemaining()) {
                written += channel.write(content);
            }
        } catch (IOException e) {
            throw new IOException(
                    part.getParent() + ": " + e.getMessage() + " (after " + written
                            + (isLengthKnown() ? " of " + length : "") + " bytes of " + name + ")",
                    e);
        }
    }

    /**
     * Verifies the file, brings it to the disk and gives it its name.
     *
     * @throws RefusedException if it is not what was sent
     */
    void finish(ByteBuffer sha256) throws IOException, RefusedException {
        if (isLengthKnown() && written != length) {
            throw new RefusedException(name + ": ended after " + written + " of " + length + " bytes");
        }
        if (!ByteBuffer.wrap(digest.digest()).equals(sha256)) {
            throw new RefusedException(name + ": the content is not what was sent, its SHA-256 differs");
        }
        channel.force(true);
        channel.close();
        refuseExisting(target, overwrite);
        try {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException | FileAlreadyExistsException e) {
            throw new IOException(target + ": cannot be put in place in one step: " + e.getReason(), e);
        }
        forceDirectory(target.toAbsolutePath().getParent());
    }

    /** So that the new name survives a power failure; not every system can do it. */
    private static void forceDirectory(@Nullable Path directory) {
        if (directory == null) {
            return;
        }
        try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
            entry.force(true);
        } catch (IOException e) {
            // the file itself is complete; a system that cannot do this has no better way
        }
    }

    /** Removes what is there of it; does nothing to a finished file. */
    void discard() throws IOException {
        channel.close();
        Files.deleteIfExists(part);
    }

    /** The sender asked for something that this receiver does not do. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }
}
