package org.rmcast.examples.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.observe.SessionMeter;
import org.rmcast.core.session.SessionStatistics;

/** A session's counters and gauges as fields of a JSON object. */
public final class SessionFigures {
    private SessionFigures() {}

    /** All that a session and its engine declare, in that order. */
    public static Map<String, Object> of(SessionStatistics session) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (SessionMeter meter : SessionMeter.values()) {
            fields.put(meter.figure(), meter.value(session));
        }
        for (EngineMeter meter : EngineMeter.values()) {
            fields.put(meter.figure(), session.engine().get(meter));
        }
        return fields;
    }
}
