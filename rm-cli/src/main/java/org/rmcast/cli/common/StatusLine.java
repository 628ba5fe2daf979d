package org.rmcast.cli.common;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** One line that tells how far a job is: redrawn in place on a terminal, else a fresh line every two seconds. */
public final class StatusLine {
    private static final Duration REDRAW = Duration.ofMillis(200);
    private static final Duration REPEAT = Duration.ofSeconds(2);
    private static final int BAR_CELLS = 24;

    private final PrintWriter writer;
    private final boolean redraw;
    private final int columns;
    private final Supplier<String> text;
    private final Ticker ticker;
    private String shown = "";

    private StatusLine(PrintWriter writer, boolean redraw, int columns, Supplier<String> text) {
        this.writer = writer;
        this.redraw = redraw;
        this.columns = columns;
        this.text = text;
        this.ticker = new Ticker(redraw ? REDRAW : REPEAT, this::show);
    }

    /** Shows the text on standard error while the job runs; an empty text is not shown. */
    public static <T> T during(Callable<T> job, Supplier<String> text, Terminal terminal) throws Exception {
        StatusLine line = new StatusLine(terminal.err(), terminal.errIsTerminal(), terminal.columns(), text);
        try {
            return job.call();
        } finally {
            line.close();
        }
    }

    /** {@code [#########---------------]  38 %}. */
    public static String bar(long part, long whole) {
        double share = whole <= 0 ? 1 : Math.min(1, part / (double) whole);
        int filled = (int) (share * BAR_CELLS);
        return "[" + "#".repeat(filled) + "-".repeat(BAR_CELLS - filled) + "] "
                + String.format(Locale.ROOT, "%3.0f %%", Math.floor(share * 100));
    }

    private synchronized void show() {
        String line = text.get();
        if (line.isEmpty() || line.equals(shown)) {
            return;
        }
        if (redraw) {
            String cut = line.length() < columns ? line : line.substring(0, columns - 1);
            writer.print("\r" + cut + "\u001b[K");
        } else {
            writer.println(line);
        }
        writer.flush();
        shown = line;
    }

    /** Shows the last state and ends the line. */
    private void close() {
        ticker.close();
        if (redraw && !shown.isEmpty()) {
            writer.println();
            writer.flush();
        }
    }
}
