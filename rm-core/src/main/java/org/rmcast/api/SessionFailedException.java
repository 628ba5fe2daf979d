package org.rmcast.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The session has failed: it ended although nobody closed it. The message says why; events before it say more. */
public class SessionFailedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final EventCause eventCause;

    /**
     * A failure.
     *
     * @param eventCause as in {@link SessionEvent.SessionFailed}, as the reason is
     * @param cause what was thrown, null if nothing was
     */
    public SessionFailedException(EventCause eventCause, String reason, @Nullable Throwable cause) {
        super(reason, cause);
        this.eventCause = Objects.requireNonNull(eventCause, "eventCause");
    }

    /** Why it failed, to decide by. */
    public EventCause eventCause() {
        return eventCause;
    }
}
