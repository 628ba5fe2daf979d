package org.rmcast.cli.common;

import org.jspecify.annotations.Nullable;

/** Ends a command with one clear line and an exit code. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    private CommandFailure(ExitCode exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** A failure of this kind. */
    public static CommandFailure of(ExitCode exitCode, String message) {
        return new CommandFailure(exitCode, message, null);
    }

    /** The input is wrong. */
    public static CommandFailure usage(String message) {
        return of(ExitCode.USAGE, message);
    }

    /** The input is wrong, as something else found. */
    public static CommandFailure usage(String message, Throwable cause) {
        return new CommandFailure(ExitCode.USAGE, message, cause);
    }

    /** The job failed. */
    public static CommandFailure failed(String message) {
        return of(ExitCode.FAILED, message);
    }

    /** The job failed for this reason. */
    public static CommandFailure failed(String message, Throwable cause) {
        return new CommandFailure(ExitCode.FAILED, message, cause);
    }

    /** Somebody has not got everything. */
    public static CommandFailure incomplete(String message) {
        return of(ExitCode.INCOMPLETE, message);
    }

    /** How the process ends. */
    public ExitCode exitCode() {
        return exitCode;
    }
}
