package org.rmcast.cli.common;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A command was given that only stands for a group of commands. */
public final class MissingCommandException extends CommandLine.ParameterException {
    private static final long serialVersionUID = 1L;

    /** For the command of which one was to be named. */
    public MissingCommandException(@Nullable CommandSpec spec) {
        super(requireCommandLine(spec), "a command is missing");
    }

    private static CommandLine requireCommandLine(@Nullable CommandSpec spec) {
        if (spec == null) {
            throw new IllegalStateException("this command is used without picocli");
        }
        return spec.commandLine();
    }
}
