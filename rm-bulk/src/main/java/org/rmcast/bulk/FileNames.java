package org.rmcast.bulk;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Decides which names a sender may give to files on the receiver's disk: plain ones, and paths of plain ones that lead down from the
 * receiving directory.
 */
public final class FileNames {
    /** What common file systems allow, less room for the ending of an unfinished file. */
    public static final int MAX_BYTES = 230;

    /** How deep directories may be. */
    static final int MAX_DEPTH = 32;

    private FileNames() {}

    /** Why a path is refused, or null if each of its parts, separated by slashes, is a plain file name. */
    public static @Nullable String pathProblem(String path) {
        String[] parts = path.split("/", -1);
        if (parts.length > MAX_DEPTH) {
            return "has more than " + MAX_DEPTH + " parts";
        }
        for (String part : parts) {
            String problem = problem(part);
            if (problem != null) {
                return parts.length == 1 ? problem : "has a part that " + problem;
            }
        }
        return null;
    }

    /** Why a name is refused, or null if it is a plain file name. */
    public static @Nullable String problem(String name) {
        if (name.isBlank()) {
            return "is empty";
        }
        if (name.startsWith(".")) {
            return "begins with a dot";
        }
        if (name.indexOf('/') >= 0 || name.indexOf('\\') >= 0) {
            return "contains a path";
        }
        if (name.length() > 1 && name.charAt(1) == ':' && Character.isLetter(name.charAt(0))) {
            return "names a drive";
        }
        if (name.chars().anyMatch(Character::isISOControl)) {
            return "contains control characters";
        }
        return name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES
                ? "is longer than " + MAX_BYTES + " bytes"
                : null;
    }

    /** A name as it may be shown: without control characters, and not endless. */
    public static String shown(String name) {
        String plain = name.replaceAll("\\p{Cntrl}", "?");
        return "\"" + (plain.length() <= 80 ? plain : plain.substring(0, 80) + "...") + "\"";
    }

    /** The name under which a file is sent. */
    public static String of(Path file) {
        Path name = file.toAbsolutePath().normalize().getFileName();
        return name == null ? "" : name.toString();
    }
}
