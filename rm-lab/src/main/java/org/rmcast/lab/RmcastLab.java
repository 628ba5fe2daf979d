package org.rmcast.lab;

import org.jspecify.annotations.Nullable;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.ErrorMessages;
import org.rmcast.cli.common.ExitCode;
import org.rmcast.cli.common.MissingCommandException;
import org.rmcast.cli.common.OptionSections;
import org.rmcast.lab.bulk.BulkCommand;
import org.rmcast.lab.bulk.MachineCommand;
import org.rmcast.lab.command.ListCommand;
import org.rmcast.lab.command.RunCommand;
import org.rmcast.lab.failover.FailoverCommand;
import org.rmcast.lab.perf.PerfCommand;
import org.rmcast.lab.sharing.SharingCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line {@code rmcast-lab}: all that measures. Its errors, exit codes and JSON are those of {@code rmcast}. */
@Command(
        name = "rmcast-lab",
        description = {
            "Measures rmcast: on real sockets, on this machine only (perf, failover, sharing, bulk, rmtp-machine), and in the simulator, where"
                    + " it reproduces published experiments (list, run)."
        },
        versionProvider = LabVersion.class,
        subcommands = {
            ListCommand.class,
            RunCommand.class,
            PerfCommand.class,
            FailoverCommand.class,
            SharingCommand.class,
            BulkCommand.class,
            MachineCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        synopsisSubcommandLabel = "COMMAND")
public final class RmcastLab implements Runnable {
    @Mixin
    CommonOptions common = new CommonOptions();

    @Spec
    private @Nullable CommandSpec spec;

    private RmcastLab() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine(new RmcastLab()).execute(arguments));
    }

    static CommandLine commandLine() {
        return commandLine(new RmcastLab());
    }

    /** A command line that says what is wrong as all of them do. */
    public static CommandLine commandLine(Object command) {
        ErrorMessages errors = new ErrorMessages();
        CommandLine commandLine =
                new CommandLine(command).setExecutionExceptionHandler(errors).setParameterExceptionHandler(errors);
        commandLine.getCommandSpec().usageMessage().exitCodeList(ExitCode.meanings());
        OptionSections.install(commandLine);
        return commandLine;
    }

    @Override
    public void run() {
        throw new MissingCommandException(spec);
    }
}
