package org.rmcast.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes of a data set that is whole the file or the directory that it is, in one step for all who look. */
final class Unpacking {
    private final Path directory;
    private final Description description;
    private final boolean overwrite;

    Unpacking(Path directory, Description description, boolean overwrite) {
        this.directory = directory;
        this.description = description;
        this.overwrite = overwrite;
    }

    Path target() {
        return directory.resolve(description.name());
    }

    /** What is in the way of it. */
    void requireFree() throws RefusedException {
        Path target = target();
        boolean isDirectory = Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS);
        if (isDirectory && !description.directory()) {
            throw new RefusedException(target + " is a directory");
        }
        if (!overwrite && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new RefusedException(target + " exists already; --overwrite replaces it");
        }
    }

    /** How much room it needs beside what is there already. */
    long extraBytes(long totalBytes) {
        return description.directory() ? totalBytes : 0;
    }

    /** Puts it under its name; the part is gone then. */
    BulkListener.Whole settle(PartFile part, long totalBytes) throws IOException, RefusedException {
        requireFree();
        if (!description.directory()) {
            part.channel().force(true);
            Files.move(part.path(), target(), StandardCopyOption.ATOMIC_MOVE);
            return new BulkListener.Whole(target(), List.of(target()), totalBytes);
        }
        Path fresh = directory.resolve("." + description.name() + ".new");
        deleteAll(fresh);
        Manifest manifest = manifest(part.channel(), totalBytes);
        Files.createDirectory(fresh);
        long position = description.manifestBytes();
        for (Manifest.Entry entry : manifest.entries()) {
            Path path = fresh.resolve(entry.path());
            if (entry.isDirectory()) {
                Files.createDirectory(path);
            } else {
                copy(part.channel(), position, entry.length(), path);
            }
            position += entry.bytes();
        }
        replace(fresh);
        List<Path> files = new ArrayList<>();
        for (Manifest.Entry entry : manifest.entries()) {
            if (!entry.isDirectory()) {
                files.add(target().resolve(entry.path()));
            }
        }
        return new BulkListener.Whole(target(), files, manifest.contentBytes());
    }

    private Manifest manifest(FileChannel part, long totalBytes) throws IOException, RefusedException {
        if (description.manifestBytes() > Math.min(totalBytes, Manifest.MOST_BYTES)) {
            throw new RefusedException("its list of files is too long");
        }
        ByteBuffer encoded = ByteBuffer.allocate(description.manifestBytes());
        while (encoded.hasRemaining()) {
            if (part.read(encoded, encoded.position()) < 0) {
                throw new RefusedException("its list of files is damaged");
            }
        }
        return Manifest.decode(encoded.flip(), totalBytes - description.manifestBytes());
    }

    private static void copy(FileChannel part, long position, long length, Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long done = 0; done < length; ) {
                long copied = part.transferTo(position + done, length - done, file);
                if (copied <= 0) {
                    throw new IOException(path + ": could not be written");
                }
                done += copied;
            }
            file.force(true);
        }
    }

    private void replace(Path fresh) throws IOException {
        Path target = target();
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            Path old = directory.resolve("." + description.name() + ".old");
            deleteAll(old);
            Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
            deleteAll(old);
        } else {
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Deletes what is there, without following links. */
    private static void deleteAll(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
