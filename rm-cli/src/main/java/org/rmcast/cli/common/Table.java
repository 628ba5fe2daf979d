package org.rmcast.cli.common;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns. Numbers align right: a column is numeric if its heading begins with a space. */
public final class Table {
    private static final String GAP = "  ";

    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    /** A table with these headings; one that begins with a space stands over numbers. */
    public Table(String... headings) {
        this.headings = List.of(headings);
    }

    /** Adds a row with one cell per heading. */
    public Table row(Object... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + headings.size() + " columns");
        }
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(String.valueOf(cell));
        }
        rows.add(row);
        return this;
    }

    /** The heading and the rows, without trailing spaces. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(line(headings.stream().map(String::strip).toList()));
        rows.forEach(row -> lines.add(line(row)));
        return lines;
    }

    private String line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            String padding = " ".repeat(width(column) - cell.length());
            boolean right = headings.get(column).startsWith(" ");
            line.append(column == 0 ? "" : GAP).append(right ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        int width = headings.get(column).strip().length();
        for (List<String> row : rows) {
            width = Math.max(width, row.get(column).length());
        }
        return width;
    }
}
