package org.rmcast.cli;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rmcast.cli.chat.ChatCommand;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.Defaults;
import org.rmcast.cli.common.ErrorMessages;
import org.rmcast.cli.common.ExitCode;
import org.rmcast.cli.common.Interruption;
import org.rmcast.cli.common.MissingCommandException;
import org.rmcast.cli.common.OptionSections;
import org.rmcast.cli.common.SessionOptions;
import org.rmcast.cli.common.Terminal;
import org.rmcast.cli.common.VersionProvider;
import org.rmcast.cli.completion.CompletionCommand;
import org.rmcast.cli.demo.DemoCommand;
import org.rmcast.cli.head.HeadCommand;
import org.rmcast.cli.media.StreamCommand;
import org.rmcast.cli.perf.PerfCommand;
import org.rmcast.cli.protocols.ProtocolsCommand;
import org.rmcast.cli.transfer.ReceiveCommand;
import org.rmcast.cli.transfer.SendCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command line {@code rmcast}. */
@Command(
        name = "rmcast",
        description = "Reliable multicast: one sender or many, many receivers, every byte in order.",
        subcommands = {
            DemoCommand.class,
            StreamCommand.class,
            SendCommand.class,
            ReceiveCommand.class,
            HeadCommand.class,
            ChatCommand.class,
            PerfCommand.class,
            ProtocolsCommand.class,
            CompletionCommand.class
        },
        versionProvider = VersionProvider.class,
        exitCodeListHeading = "%nExit codes:%n",
        footer = {
            "",
            "Everything stays on the loopback interface unless --interface or a channel file says otherwise.",
            "Any option may stand in the environment instead (RMCAST_WAIT_FOR for --wait-for), or in",
            "~/.rmcast.properties (wait-for = 3).",
            "For completion in bash and zsh: source <(rmcast completion)"
        })
public final class Rmcast implements Runnable, Terminal.Owner {
    @Mixin
    CommonOptions common = new CommonOptions();

    @Spec
    private @Nullable CommandSpec spec;

    private final Terminal terminal;

    private Rmcast(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Runs a command line and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(Interruption.guard(() -> run(Terminal.ofProcess(), Defaults::ofProcess, arguments)));
    }

    /**
     * Runs a command line in this process.
     *
     * @param defaults gives what options are if the command line does not say
     * @return its exit code
     */
    public static int run(Terminal terminal, Supplier<Defaults> defaults, String... arguments) {
        CommandLine commandLine = commandLine(terminal);
        try {
            defaults.get().install(commandLine);
        } catch (CommandFailure e) {
            return ErrorMessages.refuse(commandLine, e, arguments);
        }
        return commandLine.execute(arguments);
    }

    /** All commands, ready to parse a command line and to run it. */
    static CommandLine commandLine(Terminal terminal) {
        ErrorMessages errors = new ErrorMessages();
        CommandLine commandLine = new CommandLine(new Rmcast(terminal))
                .setOut(terminal.out())
                .setErr(terminal.err())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(Rmcast::execute)
                .setExecutionExceptionHandler(errors)
                .setParameterExceptionHandler(errors);
        commandLine.setUsageHelpAutoWidth(false).setUsageHelpWidth(Math.max(80, Math.min(terminal.columns(), 120)));
        commandLine.getCommandSpec().usageMessage().exitCodeList(ExitCode.meanings());
        OptionSections.install(commandLine);
        return commandLine;
    }

    /** Runs the chosen command, and ends what watches its sessions. */
    private static int execute(ParseResult parsed) {
        try {
            return new CommandLine.RunLast().execute(parsed);
        } finally {
            SessionOptions.closeAll(parsed);
        }
    }

    @Override
    public void run() {
        throw new MissingCommandException(spec);
    }

    @Override
    public Terminal terminal() {
        return terminal;
    }
}
