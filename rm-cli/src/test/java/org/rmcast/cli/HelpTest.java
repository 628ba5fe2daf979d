package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.cli.Commands.Result;
import org.rmcast.cli.common.Defaults;
import org.rmcast.cli.common.ExitCode;
import org.rmcast.cli.common.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What the help shows of every command. */
class HelpTest {
    private static List<CommandLine> commands() {
        CommandLine root = Rmcast.commandLine(Terminal.plain());
        Defaults.none().install(root);
        List<CommandLine> all = new ArrayList<>();
        collect(root, all);
        return all;
    }

    private static void collect(CommandLine command, List<CommandLine> all) {
        all.add(command);
        command.getSubcommands().values().forEach(sub -> collect(sub, all));
    }

    @Test
    void shouldShowWhatEveryOptionIsIfItIsNotGiven() {
        List<String> silent = new ArrayList<>();
        for (CommandLine command : commands()) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                String text = String.join(" ", option.description());
                boolean flag = option.arity().max() == 0;
                if (!flag && !option.required() && !option.hidden() && !text.contains("default: ")) {
                    silent.add(command.getCommandSpec().qualifiedName() + " " + option.longestName());
                }
            }
        }
        assertThat(silent).isEmpty();
        assertThat(commands())
                .allSatisfy(command -> assertThat(command.getUsageMessage()).doesNotContain("default: null"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "send|(default: files)|(default: 7200)|(default: tram)|(default: 1)",
                "stream send|(default: stream)|(default: 7100)|(default: tram)|(default: 0)",
                "perf send|(default: perf)|(default: 7300)|(default: tram)|(default: 1)",
                "perf peers|(default: perf)|(default: 7300)|(default: pbcast)|(default: others)",
                "chat|(default: chat)|(default: 7500)|(default: pbcast)|(default: 0)",
                "head|(default: files)|(default: 7200)|(default: tram)|(default: auto)",
            })
    void shouldShowTheCommandsOwnDefaults(String command, String name, String port, String protocol, String receivers) {
        String help = Commands.run((command + " --help").split(" ")).out().replaceAll("\\s+", " ");
        assertThat(help).contains(name, port, protocol, receivers);
    }

    @Test
    void shouldShowOptionsUnderHeadings() {
        String help = Commands.run("send", "--help").out();
        assertThat(help)
                .containsSubsequence(
                        "\nSender:\n",
                        "--rate=",
                        "\nStorage:\n",
                        "--storage=",
                        "\nChannel:\n",
                        "--port=",
                        "\nSession:\n",
                        "--member-port=",
                        "\nObserving:\n",
                        "--metrics-port=",
                        "\nTesting:\n",
                        "--impair-in=",
                        "\nGeneral:\n",
                        "--help");
        assertThat(Commands.run("receive", "--help").out())
                .containsSubsequence(
                        "\nOptions:\n",
                        "--dir",
                        "\nReceiver:\n",
                        "--wait=",
                        "\nStorage:\n",
                        "--storage=",
                        "\nChannel:\n");
        for (String[] command : new String[][] {{"receive"}, {"perf", "receive"}, {"head"}}) {
            List<String> arguments = new ArrayList<>(List.of(command));
            arguments.add("--help");
            assertThat(Commands.run(arguments.toArray(new String[0])).out())
                    .contains("--storage=DIR", "--storage-max=BYTES")
                    .doesNotContain("--resume", "--storage-force");
        }
    }

    @Test
    void shouldListEveryExitCodeAndDocumentIt() throws IOException {
        String help = Commands.run("--help").out();
        String document = Files.readString(Path.of("..", "docs", "cli.md"));
        for (ExitCode exit : ExitCode.values()) {
            assertThat(help).containsPattern("\\n +" + exit.code() + " +[a-z]");
            String kind = exit == ExitCode.OK ? "" : "`" + exit.kind() + "` ";
            assertThat(document).contains("\n| " + exit.code() + " | " + kind + "| ");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldCompleteInBash() throws Exception {
        Result script = Commands.run("completion");
        assertThat(script.exitCode()).isZero();
        assertThat(script.out()).contains("--wait-for", "complete ");
        Process bash =
                new ProcessBuilder("bash", "-n").redirectErrorStream(true).start();
        try (var input = bash.outputWriter()) {
            input.write(script.out());
        }
        assertThat(bash.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(bash.exitValue()).isZero();
    }
}
