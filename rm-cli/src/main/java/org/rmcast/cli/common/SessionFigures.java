package org.rmcast.cli.common;

import java.util.LinkedHashMap;
import java.util.Map;
import org.rmcast.api.Meter;
import org.rmcast.api.SessionStatistics;

/** A session's counters and gauges as fields of a JSON object. */
public final class SessionFigures {
    private SessionFigures() {}

    /** All that a session, every engine and the protocol declare, in that order. */
    public static Map<String, Object> of(SessionStatistics session) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Meter meter : session.meters()) {
            fields.put(meter.figure(), session.get(meter));
        }
        return fields;
    }
}
