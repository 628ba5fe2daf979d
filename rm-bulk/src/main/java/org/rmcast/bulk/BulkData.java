package org.rmcast.bulk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file or a directory that is to be delivered. */
public final class BulkData {
    private final Content content;
    private final List<String> leftOut;
    private final int files;

    private BulkData(Content content, List<String> leftOut, int files) {
        this.content = content;
        this.leftOut = leftOut;
        this.files = files;
    }

    /**
     * Opens it.
     *
     * @throws IllegalArgumentException if no receiver would take it, naming why
     * @throws IOException if it cannot be read
     */
    public static BulkData of(Path path) throws IOException {
        String name = FileNames.of(path);
        String problem = FileNames.problem(name);
        if (problem != null) {
            throw new IllegalArgumentException(
                    path + ": the name " + FileNames.shown(name) + " " + problem + ", no receiver would take it");
        }
        if (Files.isDirectory(path)) {
            DirectoryContent directory = DirectoryContent.open(path);
            return new BulkData(directory, directory.leftOut(), directory.files());
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IllegalArgumentException(path + ": is not a regular file");
        }
        return new BulkData(FileContent.open(path), List.of(), 1);
    }

    Content content() {
        return content;
    }

    /** The name under which receivers get it. */
    public String name() {
        return content.description().name();
    }

    /** How many bytes are delivered: of a directory also those that tell what is in it. */
    public long totalBytes() {
        return content.totalBytes();
    }

    /** How many files it has. */
    public int files() {
        return files;
    }

    /** What is in the directory and is not sent, and why. */
    public List<String> leftOut() {
        return leftOut;
    }
}
