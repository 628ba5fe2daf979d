package org.rmcast.cli.common;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionFailedException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever ends a command into one line on standard error and an exit code. */
public final class ErrorMessages implements IExecutionExceptionHandler, IParameterExceptionHandler {
    /** Makes the handler; it has no state. */
    public ErrorMessages() {}

    @Override
    public int handleExecutionException(Exception failure, CommandLine commandLine, ParseResult parsed) {
        String name = commandLine.getCommandSpec().qualifiedName();
        commandLine.getErr().println(name + ": " + describe(failure));
        if (CommonOptions.isVerbose(commandLine)) {
            failure.printStackTrace(commandLine.getErr());
        }
        commandLine.getErr().flush();
        return exitCode(failure).code();
    }

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        CommandLine commandLine = failure.getCommandLine();
        String name = commandLine.getCommandSpec().qualifiedName();
        refuse(commandLine, problem(failure) + origin(failure, arguments), arguments);
        if (failure instanceof MissingCommandException) {
            commandLine.usage(commandLine.getErr());
        } else {
            commandLine.getErr().println("Try '" + name + " --help'.");
        }
        commandLine.getErr().flush();
        return ExitCode.USAGE.code();
    }

    /** Says why nothing was done, to people and, if they listen, to programs. */
    public static int refuse(CommandLine commandLine, CommandFailure failure, String[] arguments) {
        refuse(commandLine, describe(failure), arguments);
        return exitCode(failure).code();
    }

    private static void refuse(CommandLine commandLine, String problem, String[] arguments) {
        if (Arrays.asList(arguments).contains(ReportingCommand.JSON)) {
            commandLine.getOut().println(Outcome.refusal(CommonOptions.path(commandLine.getCommandSpec()), problem));
            commandLine.getOut().flush();
        }
        commandLine.getErr().println(commandLine.getCommandSpec().qualifiedName() + ": " + problem);
        commandLine.getErr().flush();
    }

    /** What went wrong, on one line. */
    public static String describe(Throwable failure) {
        if (isInterrupt(failure)) {
            return "interrupted";
        }
        if (failure instanceof FileSystemException file) {
            return describe(file);
        }
        String message = oneLine(failure.getMessage());
        boolean foreseen = failure instanceof CommandFailure
                || failure instanceof IllegalArgumentException
                || failure instanceof IllegalStateException
                || failure instanceof IOException;
        if (foreseen && !message.isEmpty()) {
            return message;
        }
        return "internal error: " + failure.getClass().getSimpleName() + ": " + message + " (--verbose shows where)";
    }

    /** The file and the reason, which the exception's own message may leave out. */
    private static String describe(FileSystemException failure) {
        String reason = failure.getReason();
        if (failure instanceof NoSuchFileException) {
            reason = "no such file or directory";
        } else if (failure instanceof AccessDeniedException) {
            reason = "permission denied";
        } else if (failure instanceof FileAlreadyExistsException) {
            reason = "exists already";
        }
        return failure.getFile() + ": " + (reason == null ? failure.getClass().getSimpleName() : reason);
    }

    /** What ended the work that another thread did. */
    public static Exception cause(ExecutionException failure) {
        return failure.getCause() instanceof Exception cause ? cause : failure;
    }

    static ExitCode exitCode(Throwable failure) {
        if (failure instanceof CommandFailure expected) {
            return expected.exitCode();
        }
        if (isInterrupt(failure)) {
            return ExitCode.INTERRUPTED;
        }
        if (failure instanceof SessionFailedException) {
            return ExitCode.SESSION_FAILED;
        }
        boolean wrongInput = failure instanceof IllegalArgumentException
                || failure instanceof NoSuchFileException
                || failure instanceof AccessDeniedException;
        return wrongInput ? ExitCode.USAGE : ExitCode.FAILED;
    }

    private static boolean isInterrupt(Throwable failure) {
        return failure instanceof InterruptedException || failure instanceof ClosedByInterruptException;
    }

    private static String problem(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)) {
            return oneLine(failure.getMessage()).replaceFirst("^Error: ", "");
        }
        Set<String> commands = failure.getCommandLine().getSubcommands().keySet();
        if (!commands.isEmpty() && !unmatched.isUnknownOption()) {
            return "unknown command '" + unmatched.getUnmatched().get(0) + "'; the commands are "
                    + String.join(", ", commands);
        }
        List<String> suggestions = unmatched.getSuggestions();
        return oneLine(failure.getMessage())
                + (suggestions.isEmpty() ? "" : "; did you mean " + suggestions.get(0) + "?");
    }

    /** Where the value came from, if it was not typed. */
    private static String origin(ParameterException failure, String[] arguments) {
        if (!(failure.getArgSpec() instanceof OptionSpec option)
                || !(failure.getCommandLine().getDefaultValueProvider() instanceof Defaults defaults)
                || Arrays.stream(arguments).anyMatch(argument -> argument.startsWith(option.longestName()))) {
            return "";
        }
        return defaults.origin(option);
    }

    private static String oneLine(@Nullable String message) {
        return message == null ? "" : message.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
