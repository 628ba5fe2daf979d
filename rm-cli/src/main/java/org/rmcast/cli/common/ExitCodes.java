package org.rmcast.cli.common;

/** How the command line ends; the same for every subcommand. */
public final class ExitCodes {
    /** All is done. */
    public static final int OK = 0;

    /** The job was understood but failed. */
    public static final int FAILED = 1;

    /** An option, a file or another input is wrong. */
    public static final int USAGE = 2;

    /** Ended by Ctrl-C. */
    public static final int INTERRUPTED = 130;

    private ExitCodes() {}
}
