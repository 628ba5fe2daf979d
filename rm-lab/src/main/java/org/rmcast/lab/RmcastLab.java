package org.rmcast.lab;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.rmcast.lab.command.ListCommand;
import org.rmcast.lab.command.RunCommand;
import org.rmcast.lab.perf.PerfCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line {@code rmcast-lab}: all that measures. */
@Command(
        name = "rmcast-lab",
        description = {
            "Measures rmcast: on real sockets, on this machine only (perf), and in the simulator, where"
                    + " it reproduces published experiments (list, run)."
        },
        mixinStandardHelpOptions = true,
        versionProvider = LabVersion.class,
        subcommands = {ListCommand.class, RunCommand.class, PerfCommand.class},
        synopsisSubcommandLabel = "COMMAND")
public final class RmcastLab {
    private RmcastLab() {}

    /** Runs a command; ends with its exit code: 0 done, 1 failed or incomplete, 2 wrong usage. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new RmcastLab()).setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println("rmcast-lab: " + inWords(failure));
            return CommandLine.ExitCode.SOFTWARE;
        });
    }

    /** What the user can mend, in words; the rest by its kind as well. */
    static String inWords(Exception failure) {
        String message = failure.getMessage();
        if (message == null) {
            return failure.toString();
        } else if (failure instanceof FileSystemException file) {
            String reason = file.getReason();
            return file.getFile() + ": " + (reason == null ? kind(file) : reason);
        }
        boolean foreseen = failure instanceof IllegalArgumentException
                || failure instanceof IllegalStateException
                || failure instanceof IOException;
        return foreseen ? message : failure.toString();
    }

    private static String kind(FileSystemException failure) {
        return failure instanceof NoSuchFileException
                ? "there is no such file"
                : failure instanceof FileAlreadyExistsException
                        ? "there is a file of that name"
                        : "the file cannot be used";
    }
}
