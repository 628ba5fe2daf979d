package org.rmcast.core.session;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.Meter;
import org.rmcast.api.MeterReadings;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.MeterValues;

/**
 * What a session has done and how it stands: the meters of {@link SessionMeter}, then those of its engine. Counters count since
 * the session was opened. Immutable; thread safe.
 */
public final class SessionStatistics implements MeterReadings {
    private final MeterValues<SessionMeter> session;
    private final EngineStatistics engine;
    private final long takenNanos;

    SessionStatistics(MeterValues<SessionMeter> session, EngineStatistics engine, long takenNanos) {
        this.session = session.copy();
        this.engine = engine;
        this.takenNanos = takenNanos;
    }

    @Override
    public List<Meter> meters() {
        List<Meter> all = new ArrayList<>(session.meters());
        all.addAll(engine.meters());
        return all;
    }

    @Override
    public long get(Meter meter) {
        return meter instanceof SessionMeter own ? session.get(own) : engine.get(meter);
    }

    /** The protocol's part. */
    public EngineStatistics engine() {
        return engine;
    }

    /** When the session gave these figures, by {@link System#nanoTime}; one that does not answer gives its last ones. */
    public long takenNanos() {
        return takenNanos;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("SessionStatistics[");
        for (SessionMeter meter : session.meters()) {
            text.append(meter.figure()).append('=').append(get(meter)).append(", ");
        }
        return text.append(engine).append(']').toString();
    }
}
