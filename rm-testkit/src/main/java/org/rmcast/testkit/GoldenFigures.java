package org.rmcast.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Figures of deterministic runs that are written down in a resource, a line {@code name = figure} each: a change that was not
 * meant to change them is seen, and one that was meant to carries the new file.
 */
public final class GoldenFigures {
    private final Class<?> owner;
    private final String resource;
    private final Map<String, String> expected;
    private final Map<String, String> seen = new LinkedHashMap<>();

    private GoldenFigures(Class<?> owner, String resource, Map<String, String> expected) {
        this.owner = owner;
        this.resource = resource;
        this.expected = expected;
    }

    /** The figures of a resource beside a test class; none if there is no such resource yet. */
    public static GoldenFigures of(Class<?> owner, String resource) {
        Map<String, String> expected = new LinkedHashMap<>();
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in != null) {
                new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .forEach(line -> expected.put(
                                line.substring(0, line.indexOf('=')).strip(),
                                line.substring(line.indexOf('=') + 1).strip()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new GoldenFigures(owner, resource, expected);
    }

    /** What is written down. */
    Map<String, String> written() {
        return Collections.unmodifiableMap(expected);
    }

    /** Adds what this run gave. */
    public void add(String name, String figure) {
        seen.put(name, figure);
    }

    /** Adds the digest of a trace. */
    public void add(String name, long digest) {
        add(name, Long.toHexString(digest));
    }

    /**
     * Adds a number that may be a little off the one written down, because JDKs differ.
     *
     * @param tolerance as a share of the number written down, such as 0.02
     */
    public void add(String name, long number, double tolerance) {
        String written = expected.get(name);
        if (written != null && Math.abs(number - Long.parseLong(written)) <= tolerance * Long.parseLong(written)) {
            add(name, written);
        } else {
            add(name, Long.toString(number));
        }
    }

    /**
     * Fails where a figure is not the one written down, names each that differs, and prints the file as it would have to be.
     */
    public void check() {
        StringBuilder differences = new StringBuilder();
        StringBuilder whole = new StringBuilder();
        seen.forEach((name, figure) -> {
            whole.append(name).append(" = ").append(figure).append('\n');
            String written = expected.get(name);
            if (!figure.equals(written)) {
                differences.append(name + ": " + figure + ", written down is " + written + "\n");
            }
        });
        expected.keySet().stream()
                .filter(name -> !seen.containsKey(name))
                .forEach(name -> differences.append(name + ": written down, but not seen\n"));
        if (!differences.isEmpty()) {
            throw new AssertionError("golden figures of " + owner.getSimpleName() + ":\n" + differences
                    + "\nIf the change is meant, say why in the commit, and let src/test/resources/"
                    + owner.getPackageName().replace('.', '/') + "/" + resource + " hold:\n\n" + whole);
        }
    }
}
