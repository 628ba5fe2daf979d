package org.rmcast.bulk;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is in a directory, with which its data set begins; the content of its files follows in the order of the entries. Immutable.
 *
 * <p>Each entry: 8 bytes length, -1 of a directory; 2 bytes length of the path; the path below the directory, UTF-8, its parts separated by
 * slashes.
 *
 * @param entries directories before what is in them
 */
record Manifest(List<Entry> entries) {
    /** So many entries at most. */
    static final int MOST_ENTRIES = 100_000;
    /** So long at most. */
    static final int MOST_BYTES = 32 << 20;

    private static final long DIRECTORY = -1;
    private static final int ENTRY_HEAD_BYTES = 10;

    /**
     * A file or a directory.
     *
     * @param path below the directory that is sent, with slashes
     * @param length of the file; negative of a directory
     */
    record Entry(String path, long length) {
        static Entry directory(String path) {
            return new Entry(path, DIRECTORY);
        }

        boolean isDirectory() {
            return length < 0;
        }

        /** How many bytes it has in the data set. */
        long bytes() {
            return Math.max(0, length);
        }
    }

    Manifest {
        entries = List.copyOf(entries);
    }

    long contentBytes() {
        return entries.stream().mapToLong(Entry::bytes).sum();
    }

    byte[] encode() {
        List<byte[]> paths = entries.stream()
                .map(entry -> entry.path().getBytes(StandardCharsets.UTF_8))
                .toList();
        int bytes =
                paths.stream().mapToInt(path -> ENTRY_HEAD_BYTES + path.length).sum();
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        for (int i = 0; i < entries.size(); i++) {
            buffer.putLong(entries.get(i).length());
            buffer.putShort((short) paths.get(i).length);
            buffer.put(paths.get(i));
        }
        return buffer.array();
    }

    /**
     * Reads one that came from the network.
     *
     * @throws RefusedException naming what in it no directory of ours may have
     */
    static Manifest decode(ByteBuffer buffer, long contentBytes) throws RefusedException {
        List<Entry> entries = new ArrayList<>();
        try {
            while (buffer.hasRemaining()) {
                if (entries.size() == MOST_ENTRIES) {
                    throw new RefusedException("it has more than " + MOST_ENTRIES + " files and directories");
                }
                entries.add(decodeEntry(buffer));
            }
        } catch (BufferUnderflowException | CharacterCodingException e) {
            throw new RefusedException("its list of files is damaged", e);
        }
        Manifest manifest = new Manifest(entries);
        String problem = manifest.problem();
        if (problem != null) {
            throw new RefusedException(problem);
        }
        if (manifest.contentBytes() != contentBytes) {
            throw new RefusedException("its files do not have the length that was told");
        }
        return manifest;
    }

    private static Entry decodeEntry(ByteBuffer buffer) throws CharacterCodingException, RefusedException {
        long length = buffer.getLong();
        byte[] path = new byte[Short.toUnsignedInt(buffer.getShort())];
        buffer.get(path);
        if (length < DIRECTORY || length > Long.MAX_VALUE / MOST_ENTRIES) {
            throw new RefusedException("one of its files has no length that there can be");
        }
        String name = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(path))
                .toString();
        return new Entry(name, length);
    }

    /** Why it is refused: a path that leads elsewhere, or two that some file system takes for one; null if it is not. */
    @Nullable
    String problem() {
        Map<String, Entry> known = new HashMap<>();
        for (Entry entry : entries) {
            String problem = FileNames.pathProblem(entry.path());
            if (problem != null) {
                return "the name " + FileNames.shown(entry.path()) + " " + problem;
            }
            int slash = entry.path().lastIndexOf('/');
            Entry parent = slash < 0 ? null : known.get(folded(entry.path().substring(0, slash)));
            if (slash >= 0
                    && (parent == null
                            || !parent.isDirectory()
                            || !parent.path().equals(entry.path().substring(0, slash)))) {
                return FileNames.shown(entry.path()) + " is in no directory that was named before";
            }
            Entry other = known.putIfAbsent(folded(entry.path()), entry);
            if (other != null) {
                return FileNames.shown(other.path()) + " and " + FileNames.shown(entry.path())
                        + " are one name where case does not matter";
            }
        }
        return null;
    }

    /** The same for names that differ only in case, or in how their accents are written. */
    private static String folded(String path) {
        return Normalizer.normalize(path, Normalizer.Form.NFKC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }
}
