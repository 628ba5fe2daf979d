package org.rmcast.core.session;

import java.util.concurrent.RejectedExecutionException;

/** The executor that an application gave does not deliver. */
final class DeliveryRefusedException extends RejectedExecutionException {
    private static final long serialVersionUID = 1L;

    DeliveryRefusedException(Throwable cause) {
        super("the runtime's executor does not deliver: " + cause, cause);
    }
}
