package org.rmcast.core.runtime;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionClosedException;
import org.rmcast.api.SessionFailedException;
import org.rmcast.core.engine.Reason;

/**
 * Why nothing more can be asked of a session.
 *
 * @param text for people
 * @param failure why, for programs; null if the application ended it
 */
public record EndReason(String text, @Nullable EventCause failure) {
    /** The application ended it. */
    public static EndReason closed(String text) {
        return new EndReason(text, null);
    }

    /** It failed. */
    public static EndReason failed(Reason why) {
        return new EndReason("the session failed: " + why.text(), why.cause());
    }

    /** What whoever asks is given. */
    public IllegalStateException exception() {
        return failure == null ? new SessionClosedException(text) : new SessionFailedException(failure, text, null);
    }
}
