package org.rmcast.api;

/**
 * Takes session events, one at a time, on the session's delivery thread. An event that concerns the stream (lost
 * messages, end of stream) comes after the messages that precede it.
 */
@FunctionalInterface
public interface EventListener {
    /** Something happened. Exceptions thrown here, and interrupts left behind, are logged and otherwise ignored. */
    void onEvent(SessionEvent event);
}
