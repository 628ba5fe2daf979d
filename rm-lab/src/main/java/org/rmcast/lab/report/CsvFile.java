package org.rmcast.lab.report;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.TimeSeries;

/** Comma-separated values: a header line, then one line per row, lines end with LF. */
final class CsvFile {
    private CsvFile() {}

    static String render(TimeSeries series) {
        StringBuilder text = new StringBuilder();
        line(series.columns().stream().map(Column::name), text);
        for (TimeSeries.Row row : series.rows()) {
            line(series.columns().stream().map(column -> Numbers.series(row.get(column))), text);
        }
        return text.toString();
    }

    /** The figures of all measurements: a line for each run, a column for each figure; empty where a run has it not. */
    static String render(Measurements measurements) {
        Set<String> names = new LinkedHashSet<>();
        measurements
                .all()
                .forEach(measurement -> names.addAll(measurement.figures().keySet()));
        StringBuilder text = new StringBuilder();
        line(Stream.concat(Stream.of("run"), names.stream()), text);
        for (Measurement measurement : measurements.all()) {
            Stream<String> values = names.stream().map(name -> Numbers.series(measurement.getOr(name, Double.NaN)));
            line(Stream.concat(Stream.of(measurement.run()), values), text);
        }
        return text.toString();
    }

    private static void line(Stream<String> fields, StringBuilder text) {
        text.append(fields.map(CsvFile::quoted).collect(Collectors.joining(",")))
                .append('\n');
    }

    /** By RFC 4180, where it is needed. */
    static String quoted(String field) {
        return field.contains(",") || field.contains("\"") || field.contains("\n")
                ? '"' + field.replace("\"", "\"\"") + '"'
                : field;
    }
}
