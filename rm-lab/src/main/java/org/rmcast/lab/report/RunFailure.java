package org.rmcast.lab.report;

/** A run did not come to its end. */
public final class RunFailure extends Exception {
    private static final long serialVersionUID = 1L;

    RunFailure(String run, Throwable cause) {
        super("run '" + run + "' failed: " + cause, cause);
    }
}
