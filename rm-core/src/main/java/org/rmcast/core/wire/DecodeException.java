package org.rmcast.core.wire;

/** A datagram that is not well formed. The message names the field. Carries no stack trace: peers can cause it at will. */
public final class DecodeException extends Exception {
    private static final long serialVersionUID = 1L;

    public DecodeException(String message) {
        super(message, null, false, false);
    }
}
