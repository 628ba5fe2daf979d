package org.rmcast.core.engine;

import java.util.Objects;
import org.rmcast.api.EventCause;

/**
 * Why something happened, until an event tells it.
 *
 * @param cause for programs
 * @param text for people
 */
public record Reason(EventCause cause, String text) {
    /** Where there is nothing to say. */
    public static final Reason NONE = new Reason(EventCause.OTHER, "");

    public Reason {
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(text, "text");
    }

    /** The same text for an event that has another cause. */
    public Reason with(EventCause other) {
        return new Reason(other, text);
    }
}
