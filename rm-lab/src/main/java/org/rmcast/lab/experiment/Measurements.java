package org.rmcast.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The measurements of all runs of an experiment, by the runs' ids, in the order of the scenarios. */
public final class Measurements {
    private final Map<String, Measurement> byRun = new LinkedHashMap<>();

    public Measurements(List<Measurement> measurements) {
        for (Measurement measurement : measurements) {
            byRun.put(measurement.run(), measurement);
        }
    }

    /**
     * One run's measurement.
     *
     * @throws MissingMeasurementException if there was no such run
     */
    public Measurement of(String run) {
        Measurement measurement = byRun.get(run);
        if (measurement == null) {
            throw new MissingMeasurementException("run '" + run + "' was not made");
        }
        return measurement;
    }

    public Measurement of(Run run) {
        return of(run.id());
    }

    public List<Measurement> all() {
        return new ArrayList<>(byRun.values());
    }
}
