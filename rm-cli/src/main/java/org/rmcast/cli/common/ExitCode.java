package org.rmcast.cli.common;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How the command line ends; the same for every subcommand. */
public enum ExitCode {
    /** All is done. */
    OK(0, "all is done"),
    /** The job was understood but failed. */
    FAILED(1, "the job failed, for another reason than those below"),
    /** An option, a file or another input is wrong. */
    USAGE(2, "an option, a file or another input is wrong"),
    /** The members that the command waited for are not there. */
    NOBODY_CAME(3, "nobody came: too few receivers, or no sender, within the time to wait"),
    /** Somebody has not got everything. */
    INCOMPLETE(4, "incomplete: a receiver has not got everything"),
    /** The session ended by itself. */
    SESSION_FAILED(5, "the session failed: it ended by itself"),
    /** Ended by Ctrl-C. */
    INTERRUPTED(130, "interrupted (Ctrl-C)");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /** The number with which the process ends. */
    public int code() {
        return code;
    }

    /** The word for it in JSON, such as {@code nobody-came}. */
    public String kind() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All of them with what they mean, for the help. */
    public static Map<String, String> meanings() {
        Map<String, String> meanings = new LinkedHashMap<>();
        for (ExitCode exit : values()) {
            meanings.put(String.valueOf(exit.code), exit.meaning);
        }
        return meanings;
    }
}
