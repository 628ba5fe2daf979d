package org.rmcast.lab.report;

import org.rmcast.lab.experiment.TimeSeries;

/** A series as comma-separated values: a header line, then one line per row, lines end with LF. */
final class CsvFile {
    private CsvFile() {}

    static String render(TimeSeries series) {
        StringBuilder text = new StringBuilder(quoted(series.over()));
        for (String column : series.columns()) {
            text.append(',').append(quoted(column));
        }
        text.append('\n');
        for (double[] row : series.rows()) {
            for (int i = 0; i < row.length; i++) {
                text.append(i == 0 ? "" : ",").append(Numbers.series(row[i]));
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** By RFC 4180, where it is needed. */
    static String quoted(String field) {
        return field.contains(",") || field.contains("\"") || field.contains("\n")
                ? '"' + field.replace("\"", "\"\"") + '"'
                : field;
    }
}
