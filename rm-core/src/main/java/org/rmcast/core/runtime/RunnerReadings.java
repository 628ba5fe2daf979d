package org.rmcast.core.runtime;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.Meter;
import org.rmcast.api.MeterReadings;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.MeterValues;

/** A snapshot of the meters of a runner and those of its engine. Immutable. */
public class RunnerReadings implements MeterReadings {
    private final MeterValues<SessionMeter> runner;
    private final EngineStatistics engine;

    /** Of what a runner has counted, and its engine. */
    public RunnerReadings(MeterValues<SessionMeter> runner, EngineStatistics engine) {
        this.runner = runner.copy();
        this.engine = engine;
    }

    @Override
    public final List<Meter> meters() {
        List<Meter> all = new ArrayList<>(runner.meters());
        all.addAll(engine.meters());
        return all;
    }

    @Override
    public final long get(Meter meter) {
        return meter instanceof SessionMeter own ? runner.get(own) : engine.get(meter);
    }

    /** The engine's. */
    protected final EngineStatistics engine() {
        return engine;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Statistics[");
        for (SessionMeter meter : runner.meters()) {
            text.append(meter.figure()).append('=').append(get(meter)).append(", ");
        }
        return text.append(engine).append(']').toString();
    }
}
