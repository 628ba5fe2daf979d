package org.rmcast.api;

import java.time.Instant;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * Takes session events, one at a time, on the session's delivery thread. An event that concerns the stream (lost
 * messages, end of stream) comes after the messages that precede it.
 */
@FunctionalInterface
public interface EventListener {
    /** Something happened. Exceptions thrown here, and interrupts left behind, are logged and otherwise ignored. */
    void onEvent(SessionEvent event);

    /**
     * Something happened at this time, by the clock of this machine. This is what sessions call; by itself it passes the event to {@link
     * #onEvent(SessionEvent)}.
     */
    default void onEvent(SessionEvent event, Instant time) {
        onEvent(event);
    }

    /** A listener that is told the time as well: {@code EventListener.timed((event, time) -> ...)}. */
    static EventListener timed(BiConsumer<? super SessionEvent, ? super Instant> listener) {
        return new TimedListener(Objects.requireNonNull(listener, "listener"));
    }
}
