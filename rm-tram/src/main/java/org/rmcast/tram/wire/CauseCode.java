package org.rmcast.tram.wire;

import java.util.List;
import org.rmcast.api.EventCause;

/** How a cause is written: the causes that TRAM's members tell one another, by number. New ones go to the end. */
final class CauseCode {
    private static final List<EventCause> CAUSES = List.of(
            EventCause.OTHER,
            EventCause.SILENT,
            EventCause.LOSES_TOO_MUCH,
            EventCause.TOO_SLOW,
            EventCause.ASKS_ELSEWHERE,
            EventCause.NOT_HELD,
            EventCause.BY_APPLICATION);

    private CauseCode() {}

    /** The number of a cause; that of {@link EventCause#OTHER} if it has none. */
    static int of(EventCause cause) {
        return Math.max(0, CAUSES.indexOf(cause));
    }

    /** The cause with a number; {@link EventCause#OTHER} if only a later version knows it. */
    static EventCause read(int code) {
        return code < CAUSES.size() ? CAUSES.get(code) : EventCause.OTHER;
    }
}
