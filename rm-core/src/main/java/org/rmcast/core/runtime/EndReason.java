package org.rmcast.core.runtime;

import org.rmcast.api.SessionClosedException;
import org.rmcast.api.SessionFailedException;

/**
 * Why nothing more can be asked of a session.
 *
 * @param text for people
 * @param isFailure whether it was not the application that ended it
 */
public record EndReason(String text, boolean isFailure) {
    /** The application ended it. */
    public static EndReason closed(String text) {
        return new EndReason(text, false);
    }

    /** It failed. */
    public static EndReason failed(String text) {
        return new EndReason(text, true);
    }

    /** What whoever asks is given. */
    public IllegalStateException exception() {
        return isFailure ? new SessionFailedException(text, null) : new SessionClosedException(text);
    }
}
