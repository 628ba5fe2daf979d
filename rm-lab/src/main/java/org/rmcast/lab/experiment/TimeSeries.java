package org.rmcast.lab.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Something measured over time, packets or another quantity: one or more columns over one.
 *
 * @param over the quantity in the first column, with its unit
 * @param columns the names of the others, with their units
 * @param rows one array per row, the first column included; NaN where nothing was measured. Not to be changed
 */
public record TimeSeries(String over, List<String> columns, List<double[]> rows) {
    public TimeSeries {
        Objects.requireNonNull(over, "over");
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (double[] row : rows) {
            if (row.length != columns.size() + 1) {
                throw new IllegalArgumentException(
                        "a row must have " + (columns.size() + 1) + " columns, was " + Arrays.toString(row));
            }
        }
    }

    /** The quantity that it is over. */
    public double[] x() {
        return rows.stream().mapToDouble(row -> row[0]).toArray();
    }

    /** One of the columns, by its name. */
    public double[] y(String column) {
        int index = columns.indexOf(column);
        if (index < 0) {
            throw new MissingMeasurementException("there is no column '" + column + "' among " + columns);
        }
        return rows.stream().mapToDouble(row -> row[index + 1]).toArray();
    }
}
