package org.rmcast.bulk;

/** What a server asks for is not done, whatever the disk would allow. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message);
    }

    RefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
