package org.rmcast.cli.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rmcast.bulk.FileNames;
import org.rmcast.cli.common.CommandFailure;

/** Finds the files that a command line means: files, those in directories, standard input. */
final class FilesToSend {
    /** What stands for standard input. */
    static final String STANDARD_INPUT = "-";

    private final Map<String, OutgoingFile> files = new LinkedHashMap<>();
    private final List<String> leftOut = new ArrayList<>();

    FilesToSend() {}

    /**
     * Adds a file, or all files of a directory and below, in the order of their names. Names of those begin with the directory's own.
     *
     * @throws CommandFailure naming what cannot be sent
     */
    void add(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            addDirectory(path);
        } else {
            add(OutgoingFile.open(path));
        }
    }

    /** Adds what comes on standard input. */
    void add(InputStream in, String name) {
        add(OutgoingFile.standardInput(in, name));
    }

    private void addDirectory(Path directory) throws IOException {
        String base = FileNames.of(directory.toRealPath());
        int before = files.size();
        try (Stream<Path> below = Files.walk(directory)) {
            for (Path path : below.sorted().toList()) {
                if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    addFound(path, base + "/" + slashes(directory.relativize(path)));
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (files.size() == before) {
            throw CommandFailure.usage(directory + ": there is no file in it that can be sent");
        }
    }

    private void addFound(Path path, String name) throws IOException {
        String problem = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                ? FileNames.pathProblem(name)
                : "is a link, or no regular file";
        if (problem == null) {
            add(OutgoingFile.open(path, name));
        } else {
            leftOut.add(path + " " + problem);
        }
    }

    private static String slashes(Path relative) {
        List<String> parts = new ArrayList<>();
        relative.forEach(part -> parts.add(part.toString()));
        return String.join("/", parts);
    }

    private void add(OutgoingFile file) {
        if (files.put(file.name(), file) != null) {
            throw CommandFailure.usage("two files are named " + file.name() + ", receivers could keep only one");
        }
    }

    /** The files in the order in which they are sent. */
    List<OutgoingFile> files() {
        return List.copyOf(files.values());
    }

    /** What is in the directories and is not sent, and why. */
    List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    /** The bytes of all files; null if that is not known. */
    @Nullable
    Long totalBytes() {
        boolean known = files.values().stream().allMatch(OutgoingFile::isLengthKnown);
        return known ? files.values().stream().mapToLong(OutgoingFile::length).sum() : null;
    }
}
