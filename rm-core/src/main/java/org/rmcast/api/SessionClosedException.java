package org.rmcast.api;

/** The session was closed or aborted by its application, so that what was asked of it cannot be done any more. */
public class SessionClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** @param reason what ended the session, such as {@code the session was aborted} */
    public SessionClosedException(String reason) {
        super(reason);
    }
}
