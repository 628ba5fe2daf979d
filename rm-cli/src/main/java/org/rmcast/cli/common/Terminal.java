package org.rmcast.cli.common;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a command reads and writes, and what the person before it can see. Immutable.
 *
 * @param in what is typed or piped in
 * @param out results
 * @param err progress, warnings and errors
 * @param outIsTerminal whether a person looks at {@code out}, so that it may be redrawn
 * @param errIsTerminal the same for {@code err}
 * @param columns the width of a line, at least 40
 * @param rows the height of the screen in lines, at least 10
 * @param unicode whether line-drawing characters will show
 */
public record Terminal(
        InputStream in,
        PrintWriter out,
        PrintWriter err,
        boolean outIsTerminal,
        boolean errIsTerminal,
        int columns,
        int rows,
        boolean unicode) {
    /** The launcher's word on which streams are terminals: {@code out,err}, one of them or neither. */
    static final String TERMINALS = "RMCAST_TERMINALS";

    private static final int DEFAULT_COLUMNS = 100;
    private static final int MIN_COLUMNS = 40;
    private static final int DEFAULT_ROWS = 24;
    private static final int MIN_ROWS = 10;

    /** What a command's root object implements to say what its terminal can do. */
    public interface Owner {
        /** The terminal of this process. */
        Terminal terminal();
    }

    /** This process's standard input, output and error. */
    public static Terminal ofProcess() {
        return of(
                System.getenv(),
                interruptibleInput(),
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    }

    /** Standard input, such that an interrupt ends a read that waits. */
    private static InputStream interruptibleInput() {
        return Channels.newInputStream(new FileInputStream(FileDescriptor.in).getChannel());
    }

    static Terminal of(Map<String, String> environment, InputStream in, PrintWriter out, PrintWriter err) {
        List<String> terminals = List.of(environment.getOrDefault(TERMINALS, "").split(","));
        boolean dumb = "dumb".equals(environment.get("TERM"));
        return new Terminal(
                in,
                out,
                err,
                !dumb && terminals.contains("out"),
                !dumb && terminals.contains("err"),
                size(environment.get("COLUMNS"), DEFAULT_COLUMNS, MIN_COLUMNS),
                size(environment.get("LINES"), DEFAULT_ROWS, MIN_ROWS),
                isUtf8(environment));
    }

    /** Reads nothing, writes nowhere and can do nothing; {@link #withWriters} gives it somewhere. */
    public static Terminal plain() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return new Terminal(
                InputStream.nullInputStream(), nowhere, nowhere, false, false, DEFAULT_COLUMNS, DEFAULT_ROWS, false);
    }

    /** Writes a line to the person who watches. */
    public void say(String line) {
        err.println(line);
        err.flush();
    }

    /** The same abilities with other writers. */
    public Terminal withWriters(PrintWriter newOut, PrintWriter newErr) {
        return new Terminal(in, newOut, newErr, outIsTerminal, errIsTerminal, columns, rows, unicode);
    }

    private static int size(@Nullable String text, int fallback, int least) {
        try {
            return text == null ? fallback : Math.max(least, Integer.parseInt(text.trim()));
        } catch (NumberFormatException e) {
            return fallback;
        }
    }

    private static boolean isUtf8(Map<String, String> environment) {
        for (String name : List.of("LC_ALL", "LC_CTYPE", "LANG")) {
            String locale = environment.getOrDefault(name, "");
            if (!locale.isEmpty()) {
                String upper = locale.toUpperCase(Locale.ROOT);
                return upper.contains("UTF-8") || upper.contains("UTF8");
            }
        }
        return false;
    }
}
