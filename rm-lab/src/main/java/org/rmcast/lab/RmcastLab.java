package org.rmcast.lab;

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
                    + " it makes the experiments of papers again (list, run)."
        },
        mixinStandardHelpOptions = true,
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
            command.getErr().println("rmcast-lab: " + failure);
            return CommandLine.ExitCode.SOFTWARE;
        });
    }
}
