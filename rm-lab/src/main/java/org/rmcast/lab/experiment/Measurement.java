package org.rmcast.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What one run measured: figures, series and notes, in the order in which they were added. Names carry their unit. The run
 * fills it; afterwards nobody changes it. Not thread safe.
 */
public final class Measurement {
    private final String run;
    private final Map<String, Double> figures = new LinkedHashMap<>();
    private final Map<String, TimeSeries> series = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    public Measurement(String run) {
        this.run = Objects.requireNonNull(run, "run");
    }

    /** The id of the run. */
    public String run() {
        return run;
    }

    public Measurement put(String name, double value) {
        figures.put(name, value);
        return this;
    }

    /** A count, less than 2^53. */
    public Measurement put(String name, long count) {
        return put(name, (double) count);
    }

    public Measurement put(String name, TimeSeries values) {
        series.put(name, values);
        return this;
    }

    /** This without its series: for runs of which only figures are shown. */
    public Measurement figuresOnly() {
        Measurement copy = new Measurement(run);
        copy.figures.putAll(figures);
        copy.notes.addAll(notes);
        return copy;
    }

    /** Something that happened, in words, for the page. */
    public Measurement note(String what) {
        notes.add(what);
        return this;
    }

    public List<String> notes() {
        return List.copyOf(notes);
    }

    /**
     * A figure.
     *
     * @throws MissingMeasurementException if it was not measured, or is not a number
     */
    public double get(String name) {
        Double value = figures.get(name);
        if (value == null || value.isNaN()) {
            throw new MissingMeasurementException("run '" + run + "' has no figure '" + name + "'");
        }
        return value;
    }

    /** A figure, or another value if it was not measured. */
    public double getOr(String name, double fallback) {
        double value = figures.getOrDefault(name, fallback);
        return Double.isNaN(value) ? fallback : value;
    }

    /**
     * A series.
     *
     * @throws MissingMeasurementException if it was not measured
     */
    public TimeSeries series(String name) {
        TimeSeries values = series.get(name);
        if (values == null) {
            throw new MissingMeasurementException("run '" + run + "' has no series '" + name + "'");
        }
        return values;
    }

    /** All figures by name. */
    public Map<String, Double> figures() {
        return new LinkedHashMap<>(figures);
    }

    /** All series by name. */
    public Map<String, TimeSeries> allSeries() {
        return new LinkedHashMap<>(series);
    }
}
