package org.rmcast.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Text in the documentation that follows from the code. A test holds file against code, and fails with the command that writes the
 * file anew: the same test with {@code -Drm.docs=write}.
 */
public final class GeneratedText {
    private static final boolean WRITE = "write".equals(System.getProperty("rm.docs"));

    private final Class<?> test;
    private final String module;

    private GeneratedText(Class<?> test, String module) {
        this.test = test;
        this.module = module;
    }

    /** For a test class in the directory of its module. */
    public static GeneratedText of(Class<?> test, String module) {
        return new GeneratedText(test, module);
    }

    /**
     * Holds a part of a document, between the lines {@code <!-- generated: PART -->} and {@code <!-- end: PART -->}.
     *
     * @param file the document, from the directory of the whole project
     * @param text what has to stand there, with a line feed at its end
     */
    public void checkPart(String file, String part, String text) {
        String first = "<!-- generated: " + part + " -->\n";
        String last = "<!-- end: " + part + " -->\n";
        String document = read(file);
        int start = document.indexOf(first);
        int end = document.indexOf(last);
        if (start < 0 || end < start) {
            throw new AssertionError(file + " has no lines \"" + first.strip() + "\" and \"" + last.strip() + "\"");
        }
        String head = document.substring(0, start + first.length());
        check(file, document, head + "\n" + text + "\n" + document.substring(end));
    }

    /**
     * Holds a whole file, which need not be there before it is written.
     *
     * @param file from the directory of the whole project
     * @param text what it has to be
     */
    public void checkFile(String file, String text) {
        check(file, Files.exists(path(file)) ? read(file) : "", text);
    }

    private void check(String file, String present, String wanted) {
        if (present.equals(wanted)) {
            return;
        }
        if (WRITE) {
            write(file, wanted);
            return;
        }
        throw new AssertionError(file + " is not what the code declares. This writes it:\n\n  mvn -q test -pl " + module
                + " -am -Dtest=" + test.getSimpleName()
                + " -Dsurefire.failIfNoSpecifiedTests=false -Drm.docs=write\n\nfirst difference: "
                + firstDifference(present, wanted));
    }

    private static String firstDifference(String present, String wanted) {
        String[] old = present.split("\n", -1);
        String[] anew = wanted.split("\n", -1);
        int line = 0;
        while (line < old.length && line < anew.length && old[line].equals(anew[line])) {
            line++;
        }
        return "line " + (line + 1) + "\n  there:  " + (line < old.length ? old[line] : "(end)") + "\n  wanted: "
                + (line < anew.length ? anew[line] : "(end)");
    }

    private static Path path(String file) {
        return Path.of("..").resolve(file);
    }

    private static String read(String file) {
        try {
            return Files.readString(path(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(String file, String text) {
        try {
            Files.writeString(path(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
