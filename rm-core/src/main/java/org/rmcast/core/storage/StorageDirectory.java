package org.rmcast.core.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.StorageOptions;

/**
 * The files of a {@link FilePacketStore}: {@code lock}, {@code storage.txt} (two copies of the metadata, 4,096 bytes each,
 * written in turn, so that one is always whole), {@code segment-<first sequence in hex>.data}, and {@code free-<n>.data}:
 * segments made or given back, to be used next. Not thread safe.
 */
final class StorageDirectory {
    private static final String METADATA = "storage.txt";
    private static final Pattern SEGMENT = Pattern.compile("segment-([0-9a-f]{16})\\.data");
    private static final Pattern FREE = Pattern.compile("free-(\\d{1,9})\\.data");
    private static final FileAttribute<?>[] OWNER_ONLY = {
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
    };
    private static final FileAttribute<?>[] NO_ATTRIBUTES = {};
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final Path directory;
    private final SegmentAllocator allocator;
    private final DirectoryLock lock;
    private final ArrayDeque<Segment> spares = new ArrayDeque<>();
    private final SegmentMaker maker;
    private final boolean force;
    private final OpenFiles open = new OpenFiles();
    private @Nullable SegmentFile metadata;
    private long freeNumber;

    private StorageDirectory(Path directory, SegmentAllocator allocator, boolean force, DirectoryLock lock) {
        this.directory = directory;
        this.allocator = allocator;
        this.maker = new SegmentMaker(allocator);
        this.force = force;
        this.lock = lock;
    }

    /**
     * Makes the directory if need be, and locks it.
     *
     * @param force whether names are forced to the disk, see {@link StorageOptions#force}
     * @throws IOException naming the directory, if it is none, cannot be written, or another session uses it
     */
    static StorageDirectory lock(Path directory, SegmentAllocator allocator, boolean force) throws IOException {
        try {
            make(directory.toAbsolutePath());
        } catch (FileAlreadyExistsException e) {
            throw new IOException("storage " + directory + ": is not a directory", e);
        }
        if (!Files.isWritable(directory)) {
            throw new IOException("storage " + directory + ": the directory cannot be written to");
        }
        DirectoryLock lock = DirectoryLock.tryLock(directory.resolve("lock"));
        if (lock == null) {
            throw new IOException(
                    "storage " + directory + ": another session uses it; every session needs a directory of its own");
        }
        return new StorageDirectory(directory, allocator, force, lock);
    }

    /** What is sent may be secret: a directory that is made here is its owner's alone. One that is there already stays as it is. */
    private static void make(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
        Files.createDirectories(directory, posix ? OWNER_ONLY : NO_ATTRIBUTES);
    }

    /** Which start of the machine this is, empty if that cannot be known. */
    static String currentBoot() {
        try {
            return Files.readString(BOOT_ID).strip();
        } catch (IOException e) {
            return "";
        }
    }

    Path path() {
        return directory;
    }

    // Metadata.

    /** Whether there is a file of metadata. */
    boolean hasMetadata() {
        return Files.exists(directory.resolve(METADATA));
    }

    /**
     * Reads the metadata.
     *
     * @throws IOException naming the file, if neither copy is whole
     */
    StorageMetadata readMetadata() throws IOException {
        Path file = directory.resolve(METADATA);
        byte[] bytes = Files.readAllBytes(file);
        StorageMetadata newest = null;
        for (int slot = 0; slot < 2 && (slot + 1) * StorageMetadata.MAX_BYTES <= bytes.length; slot++) {
            int from = slot * StorageMetadata.MAX_BYTES;
            StorageMetadata copy =
                    StorageMetadata.decode(Arrays.copyOfRange(bytes, from, from + StorageMetadata.MAX_BYTES));
            if (copy != null && (newest == null || copy.generation() > newest.generation())) {
                newest = copy;
            }
        }
        if (newest == null) {
            throw new IOException(file + ": is damaged or of another version, so that the session cannot be resumed;"
                    + " remove the contents of the directory to begin a new one");
        }
        return newest;
    }

    /** Writes the metadata over the older copy. Needs no room on the disk but for the first time. */
    void writeMetadata(StorageMetadata fresh) throws IOException {
        SegmentFile file = metadata == null ? openMetadata() : metadata;
        metadata = file;
        byte[] slot = new byte[StorageMetadata.MAX_BYTES];
        Arrays.fill(slot, (byte) '\n');
        byte[] text = fresh.encode();
        System.arraycopy(text, 0, slot, 0, text.length);
        file.write((int) (fresh.generation() & 1) * StorageMetadata.MAX_BYTES, slot, 0, slot.length);
        if (fresh.forced()) {
            file.force();
        }
    }

    private SegmentFile openMetadata() throws IOException {
        Path file = directory.resolve(METADATA);
        if (!Files.exists(file)) {
            SegmentAllocator.writeZeros(file, 2 * StorageMetadata.MAX_BYTES);
            forceNames();
        }
        return new SegmentFile(file, open);
    }

    // Segments.

    /** The files of segments by their first sequence. */
    NavigableMap<Long, Path> segmentFiles() throws IOException {
        TreeMap<Long, Path> found = new TreeMap<>();
        for (Path file : files()) {
            Matcher name = SEGMENT.matcher(String.valueOf(file.getFileName()));
            if (name.matches()) {
                found.put(Long.parseLong(name.group(1), 16), file);
            }
        }
        return found;
    }

    /** The segment in a file that is there. */
    Segment open(Path file, int bytes, long storeId) {
        return Segment.of(file, open, bytes, storeId);
    }

    /** Takes up to {@code max} unused files of the right size; removes further and other ones. */
    void loadSpares(int max, int segmentBytes, long storeId) throws IOException {
        for (Path file : files()) {
            Matcher name = FREE.matcher(String.valueOf(file.getFileName()));
            if (name.matches()) {
                freeNumber = Math.max(freeNumber, Long.parseLong(name.group(1)));
                if (spares.size() < max && Files.size(file) == segmentBytes) {
                    spares.add(open(file, segmentBytes, storeId));
                } else {
                    Files.delete(file);
                }
            }
        }
    }

    /** Begins to make a new segment, unless there is one to be used next. */
    void prepare(int segmentBytes) {
        if (spares.isEmpty() && !maker.hasBegun()) {
            maker.begin(nextFree(), segmentBytes);
        }
    }

    private Segment make(int segmentBytes, long storeId) throws IOException {
        Path file = maker.take();
        if (file == null) {
            file = nextFree();
            allocator.allocate(file, segmentBytes);
        }
        return open(file, segmentBytes, storeId);
    }

    /**
     * A segment that begins with a sequence: one given back before, or a new one.
     *
     * @throws IOException if there is no room for it, or the disk fails
     */
    Segment take(long first, int segmentBytes, long storeId) throws IOException {
        Segment spare = spares.poll();
        Segment segment = spare == null ? make(segmentBytes, storeId) : spare;
        try {
            segment.begin(first);
        } catch (IOException e) {
            discard(segment);
            throw e;
        }
        try {
            move(segment, directory.resolve(String.format(Locale.ROOT, "segment-%016x.data", first)));
        } catch (IOException e) {
            spares.addFirst(segment);
            throw e;
        }
        return segment;
    }

    /** Gives a segment back; one that is not whole is removed. */
    void giveBack(Segment segment, int segmentBytes) throws IOException {
        if (segment.size() == segmentBytes && !segment.isCut()) {
            move(segment, nextFree());
            segment.clear();
            spares.add(segment);
        } else {
            segment.close();
            Files.deleteIfExists(segment.file());
        }
    }

    /** Does without a segment that holds nothing, and cannot be written. */
    void discard(Segment segment) {
        segment.close();
        try {
            Files.deleteIfExists(segment.file());
        } catch (IOException e) {
            // A file of zeros at worst.
        }
    }

    /** Bytes that the disk has for this user, or -1 if that cannot be known. */
    long usableBytes() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            return -1;
        }
    }

    /** Removes all segments, then the metadata. */
    void deleteAll() throws IOException {
        maker.take();
        for (Path file : files()) {
            String name = String.valueOf(file.getFileName());
            if (SEGMENT.matcher(name).matches() || FREE.matcher(name).matches()) {
                Files.deleteIfExists(file);
            }
        }
        open.closeAll();
        spares.clear();
        metadata = null;
        Files.deleteIfExists(directory.resolve(METADATA));
    }

    /** Closes all files, and lets others use the directory. */
    void unlock() {
        try {
            maker.take();
        } catch (IOException e) {
            // A file that is not whole is removed by the next session.
        }
        open.closeAll();
        lock.release();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return new ArrayList<>(files.sorted().toList());
        }
    }

    private Path nextFree() {
        return directory.resolve("free-" + ++freeNumber + ".data");
    }

    private void move(Segment segment, Path name) throws IOException {
        Files.move(segment.file(), name, StandardCopyOption.ATOMIC_MOVE);
        segment.renamed(name);
        forceNames();
    }

    private void forceNames() throws IOException {
        if (force) {
            allocator.forceNames(directory);
        }
    }
}
