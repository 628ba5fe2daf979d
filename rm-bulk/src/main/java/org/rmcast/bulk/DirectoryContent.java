package org.rmcast.bulk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory: its manifest, then the content of its files. Not thread safe. */
final class DirectoryContent implements Content {
    private final Path directory;
    private final Manifest manifest;
    private final byte[] encoded;
    private final List<String> leftOut;
    /** Where the content of each entry begins, and the end. */
    private final long[] starts;

    private @Nullable FileChannel open;
    private int opened = -1;

    private DirectoryContent(Path directory, Manifest manifest, List<String> leftOut) {
        this.directory = directory;
        this.manifest = manifest;
        this.encoded = manifest.encode();
        this.leftOut = List.copyOf(leftOut);
        this.starts = new long[manifest.entries().size() + 1];
        starts[0] = encoded.length;
        for (int i = 0; i < manifest.entries().size(); i++) {
            starts[i + 1] = starts[i] + manifest.entries().get(i).bytes();
        }
    }

    /**
     * Lists a directory with all that is below it, but links, what is neither file nor directory, and names that no receiver would take.
     *
     * @throws IllegalArgumentException if no receiver would take it
     */
    static DirectoryContent open(Path directory) throws IOException {
        List<Manifest.Entry> entries = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        try (Stream<Path> below = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) below.skip(1).sorted()::iterator) {
                list(directory, path, entries, leftOut);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        Manifest manifest = new Manifest(entries);
        String problem = manifest.problem();
        if (entries.isEmpty()) {
            problem = "there is nothing in it that can be sent";
        } else if (entries.size() > Manifest.MOST_ENTRIES) {
            problem = "has more than " + Manifest.MOST_ENTRIES + " files and directories";
        }
        DirectoryContent content = new DirectoryContent(directory, manifest, leftOut);
        if (problem == null && content.encoded.length > Manifest.MOST_BYTES) {
            problem = "the names in it are too long together";
        }
        if (problem != null) {
            throw new IllegalArgumentException(directory + ": " + problem);
        }
        return content;
    }

    private static void list(Path directory, Path path, List<Manifest.Entry> entries, List<String> leftOut)
            throws IOException {
        List<String> parts = new ArrayList<>();
        directory.relativize(path).forEach(part -> parts.add(part.toString()));
        String name = String.join("/", parts);
        String problem = FileNames.pathProblem(name);
        if (problem != null) {
            leftOut.add(path + " " + problem);
        } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            entries.add(Manifest.Entry.directory(name));
        } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            entries.add(new Manifest.Entry(name, Files.size(path)));
        } else {
            leftOut.add(path + " is a link, or no regular file");
        }
    }

    /** What is in the directory and is not sent, and why. */
    List<String> leftOut() {
        return leftOut;
    }

    int files() {
        return (int) manifest.entries().stream()
                .filter(entry -> !entry.isDirectory())
                .count();
    }

    @Override
    public long totalBytes() {
        return starts[starts.length - 1];
    }

    @Override
    public Description description() {
        return new Description(true, encoded.length, FileNames.of(directory));
    }

    @Override
    public long identity() throws IOException {
        ByteBuffer stamps = ByteBuffer.allocate(encoded.length + Long.BYTES * starts.length);
        stamps.put(encoded);
        for (Manifest.Entry entry : manifest.entries()) {
            if (!entry.isDirectory()) {
                stamps.put(FileContent.stamp(directory.resolve(entry.path())));
            }
        }
        return ContentIdentity.of(this, stamps.array());
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        long at = position;
        while (target.hasRemaining() && at < totalBytes()) {
            int before = target.position();
            if (at < encoded.length) {
                target.put(encoded, (int) at, Math.min(target.remaining(), encoded.length - (int) at));
            } else {
                readFile(at, target);
            }
            at += target.position() - before;
        }
    }

    private void readFile(long position, ByteBuffer target) throws IOException {
        int found = Arrays.binarySearch(starts, position);
        int entry = found >= 0 ? found : -found - 2;
        while (starts[entry + 1] == position) {
            entry++; // directories and empty files
        }
        long bytes = Math.min(target.remaining(), starts[entry + 1] - position);
        Path path = directory.resolve(manifest.entries().get(entry).path());
        FileContent.readFully(file(entry, path), path, position - starts[entry], target, bytes);
    }

    private FileChannel file(int entry, Path path) throws IOException {
        FileChannel present = open;
        if (present != null && opened == entry) {
            return present;
        }
        close();
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        open = channel;
        opened = entry;
        return channel;
    }

    @Override
    public void close() throws IOException {
        FileChannel present = open;
        if (present != null) {
            open = null;
            opened = -1;
            present.close();
        }
    }
}
