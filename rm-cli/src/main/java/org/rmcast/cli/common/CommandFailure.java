package org.rmcast.cli.common;

import org.jspecify.annotations.Nullable;

/** Ends a command with one clear line and an exit code. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private CommandFailure(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** The input is wrong: exit code 2. */
    public static CommandFailure usage(String message) {
        return new CommandFailure(ExitCodes.USAGE, message, null);
    }

    /** The input is wrong, as something else found: exit code 2. */
    public static CommandFailure usage(String message, Throwable cause) {
        return new CommandFailure(ExitCodes.USAGE, message, cause);
    }

    /** The job failed: exit code 1. */
    public static CommandFailure failed(String message) {
        return new CommandFailure(ExitCodes.FAILED, message, null);
    }

    /** The job failed for this reason: exit code 1. */
    public static CommandFailure failed(String message, Throwable cause) {
        return new CommandFailure(ExitCodes.FAILED, message, cause);
    }

    /** The code with which the process ends. */
    public int exitCode() {
        return exitCode;
    }
}
