package org.rmcast.cli.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.cli.common.Ticker;

/** Shows the demo while it runs: a picture redrawn in place on a terminal, else a line each second and each event. */
final class DemoView implements AutoCloseable {
    private static final Duration REDRAW = Duration.ofMillis(250);
    private static final Duration LINE = Duration.ofSeconds(1);

    private final DemoBoard board;
    private final DemoScreen screen;
    private final PrintWriter out;
    private final boolean redraw;
    private final int columns;
    private final int rows;
    private final Ticker ticker;
    private int drawnLines;
    private int shownEvents;

    DemoView(DemoBoard board, DemoScreen screen, PrintWriter out, boolean redraw, int columns, int rows) {
        this.board = board;
        this.screen = screen;
        this.out = out;
        this.redraw = redraw;
        this.columns = columns;
        this.rows = rows;
        this.ticker = new Ticker(redraw ? REDRAW : LINE, this::show);
    }

    private synchronized void show() {
        if (!board.read(now -> now.members().isEmpty())) {
            if (redraw) {
                draw(board.read(screen::picture));
            } else {
                print();
            }
            out.flush();
        }
    }

    /** Over the last picture: up to its first line, each line cleared to its end, and what is left below cleared. */
    private void draw(List<String> picture) {
        List<String> lines = fitting(picture);
        StringBuilder text = new StringBuilder();
        if (drawnLines > 0) {
            text.append("\u001b[").append(drawnLines).append("A");
        }
        for (String line : lines) {
            text.append('\r')
                    .append(line, 0, Math.min(line.length(), columns - 1))
                    .append("\u001b[K\n");
        }
        out.print(text.append("\u001b[J"));
        drawnLines = lines.size();
    }

    /** What is higher than the screen could not be drawn over. */
    private List<String> fitting(List<String> picture) {
        if (picture.size() < rows) {
            return picture;
        }
        List<String> lines = new ArrayList<>(picture.subList(0, rows - 2));
        lines.add("... " + (picture.size() - lines.size()) + " more lines");
        return lines;
    }

    private void print() {
        List<DemoBoard.Entry> log = board.read(DemoBoard::log);
        for (DemoBoard.Entry entry : log.subList(shownEvents, log.size())) {
            out.println(DemoScreen.event(entry));
        }
        shownEvents = log.size();
        out.println(board.read(screen::line));
    }

    @Override
    public void close() {
        ticker.close();
    }
}
