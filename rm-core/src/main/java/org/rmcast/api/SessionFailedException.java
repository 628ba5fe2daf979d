package org.rmcast.api;

import org.jspecify.annotations.Nullable;

/** The session has failed: it ended although nobody closed it. The message says why; events before it say more. */
public class SessionFailedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /**
     * A failure.
     *
     * @param reason as in {@link SessionEvent.SessionFailed}
     * @param cause what was thrown, null if nothing was
     */
    public SessionFailedException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }
}
