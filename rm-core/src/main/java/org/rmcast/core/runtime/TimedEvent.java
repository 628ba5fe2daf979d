package org.rmcast.core.runtime;

import java.time.Instant;
import org.rmcast.api.SessionEvent;

/** An event on its way to the application. */
public record TimedEvent(SessionEvent event, Instant time) {}
