package org.rmcast.lab.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Something measured over time, packets or another quantity: a table whose values are asked for by column. The first column
 * is the quantity. Immutable.
 */
public final class TimeSeries {
    private final List<Column> columns;
    private final List<double[]> rows;

    private TimeSeries(List<Column> columns, List<double[]> rows) {
        this.columns = columns;
        this.rows = rows;
    }

    /**
     * Begins a series.
     *
     * @param over the quantity that it is over
     * @param columns what is measured, all different
     * @throws IllegalArgumentException if there are two of one name
     */
    public static Builder over(Column over, Column... columns) {
        List<Column> all = new ArrayList<>(List.of(over));
        all.addAll(List.of(columns));
        if (all.stream().distinct().count() < all.size()) {
            throw new IllegalArgumentException("a series cannot have two columns of one name, was " + all);
        }
        return new Builder(List.copyOf(all));
    }

    /** Takes the rows of a series. Not thread safe. */
    public static final class Builder {
        private final List<Column> columns;
        private final List<double[]> rows = new ArrayList<>();

        private Builder(List<Column> columns) {
            this.columns = columns;
        }

        /** One row more: what is not set in it was not measured, and is NaN. */
        public Row row() {
            double[] values = new double[columns.size()];
            Arrays.fill(values, Double.NaN);
            rows.add(values);
            return new Row(columns, values);
        }

        /** The series with all rows so far. */
        public TimeSeries build() {
            return new TimeSeries(columns, rows.stream().map(double[]::clone).toList());
        }
    }

    /** The values measured at one time. */
    public static final class Row {
        private final List<Column> columns;
        private final double[] values;

        private Row(List<Column> columns, double[] values) {
            this.columns = columns;
            this.values = values;
        }

        /** Sets a value while the series is made. */
        public Row set(Column column, double value) {
            values[indexOf(column, columns)] = value;
            return this;
        }

        /** A value, NaN if it was not measured. */
        public double get(Column column) {
            return values[indexOf(column, columns)];
        }
    }

    private static int indexOf(Column column, List<Column> columns) {
        int index = columns.indexOf(column);
        if (index < 0) {
            throw new MissingMeasurementException("there is no column '" + column.name() + "' among " + names(columns));
        }
        return index;
    }

    private static List<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).toList();
    }

    /** The columns, beginning with what the series is over. */
    public List<Column> columns() {
        return columns;
    }

    public int size() {
        return rows.size();
    }

    /** The rows in the order in which they were measured. */
    public List<Row> rows() {
        return rows.stream().map(values -> new Row(columns, values.clone())).toList();
    }

    /** Those of the rows that meet a condition. */
    public TimeSeries where(Predicate<Row> condition) {
        return new TimeSeries(
                columns,
                rows.stream()
                        .filter(values -> condition.test(new Row(columns, values.clone())))
                        .toList());
    }

    /** The quantity that it is over. */
    public double[] x() {
        return y(columns.get(0));
    }

    /**
     * One of the columns.
     *
     * @throws MissingMeasurementException if there is none of that name
     */
    public double[] y(Column column) {
        int index = indexOf(column, columns);
        return rows.stream().mapToDouble(values -> values[index]).toArray();
    }
}
