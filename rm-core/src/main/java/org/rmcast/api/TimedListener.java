package org.rmcast.api;

import java.time.Instant;
import java.util.function.BiConsumer;

/** An event listener that takes the time as well. */
record TimedListener(BiConsumer<? super SessionEvent, ? super Instant> listener) implements EventListener {
    @Override
    public void onEvent(SessionEvent event) {
        onEvent(event, Instant.now());
    }

    @Override
    public void onEvent(SessionEvent event, Instant time) {
        listener.accept(event, time);
    }
}
