package org.rmcast.lab.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a report is to be. */
public final class ReportFile {
    private ReportFile() {}

    /** Writes it, and makes the directory if there is none. */
    public static void write(Path file, String text) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        Files.writeString(file, text);
    }
}
