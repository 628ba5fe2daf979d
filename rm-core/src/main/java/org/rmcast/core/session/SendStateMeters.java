package org.rmcast.core.session;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.SendState;
import org.rmcast.api.SessionMeter;

/** Which gauge shows what holds a sender's messages back. */
final class SendStateMeters {
    private SendStateMeters() {}

    /** The gauge that is 1 while this is the cause; null if nothing is held back, or nobody reads gauges any more. */
    static @Nullable SessionMeter of(SendState.Cause cause) {
        return switch (cause) {
            case READY, CLOSED -> null;
            case WINDOW -> SessionMeter.HELD_BY_WINDOW;
            case RATE -> SessionMeter.HELD_BY_RATE;
            case BUFFER_FULL -> SessionMeter.HELD_BY_BUFFER;
            case STORAGE_FULL -> SessionMeter.HELD_BY_STORAGE;
            case NO_RECEIVERS -> SessionMeter.HELD_BY_NO_RECEIVERS;
            case OTHER_SENDER -> SessionMeter.HELD_BY_OTHER_SENDER;
            case QUEUE_FULL -> SessionMeter.HELD_BY_QUEUE;
        };
    }
}
