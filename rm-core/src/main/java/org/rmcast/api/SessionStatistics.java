package org.rmcast.api;

import java.util.List;

/**
 * What a session has done and how it stands: the meters of {@link SessionMeter}, {@link EngineMeter} and of its protocol. Counters
 * count since the session was opened. Immutable; thread safe. Given by sessions; new methods come in minor releases.
 */
public interface SessionStatistics extends MeterReadings {
    /** What this member knows of those that it serves, in order of joining. */
    List<? extends MemberStatistics> members();

    /** What kept this member's messages from leaving; {@link SendState#READY} at one that does not send. */
    SendState sendState();

    /** When the session gave these figures, by {@link System#nanoTime}; one that does not answer gives its last ones. */
    long takenNanos();
}
