package org.rmcast.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.api.Channel;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command line, environment, file, defaults, in this order. */
class DefaultsTest {
    @TempDir
    private Path dir = Path.of("");

    @Command(name = "rmcast", subcommands = Send.class)
    static final class Root {
        @Mixin
        final CommonOptions common = new CommonOptions();
    }

    @Command(name = "send")
    static final class Send extends SessionCommand {
        Send() {
            super(ChannelDefaults.FILES);
        }

        @Override
        protected void run() {
            Channel channel = channel();
            outcome().put("port", channel.port()).put("name", channel.name());
        }
    }

    private String run(Map<String, String> environment, String file, String... arguments) throws Exception {
        Path path = Files.writeString(dir.resolve("options.properties"), file);
        StringWriter text = new StringWriter();
        CommandLine commandLine = new CommandLine(new Root());
        Defaults.of(environment, path).install(commandLine);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setOut(new PrintWriter(text, true)).setErr(new PrintWriter(text, true));
        commandLine.setParameterExceptionHandler(new ErrorMessages()).setExecutionExceptionHandler(new ErrorMessages());
        String[] all = new String[arguments.length + 1];
        all[0] = "send";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        commandLine.execute(all);
        return text.toString();
    }

    private int port(Map<String, String> environment, String file, String... arguments) throws Exception {
        String[] all = new String[arguments.length + 1];
        all[0] = "--json";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Json.parse(run(environment, file, all)).get("port").asInt();
    }

    @Test
    void shouldAskTheCommandLineTheEnvironmentTheFileAndTheCommand() throws Exception {
        Map<String, String> environment = Map.of("RMCAST_PORT", "3");
        String file = "port = 1\nsend.port = 2\n";
        assertThat(port(environment, file, "--port=4")).isEqualTo(4);
        assertThat(port(environment, file)).isEqualTo(3);
        assertThat(port(Map.of(), file)).isEqualTo(2);
        assertThat(port(Map.of(), "port = 1\n")).isEqualTo(1);
        assertThat(port(Map.of(), "")).isEqualTo(7200);
    }

    @Test
    void shouldTakeFlagsFromTheEnvironment() throws Exception {
        assertThat(run(Map.of("RMCAST_JSON", "true"), "")).contains("\"ok\":true");
        assertThat(run(Map.of(), "")).isEmpty();
    }

    @Test
    void shouldLetAChannelsFileSayWhatTheCommandLineDoesNot() throws Exception {
        Path channel = Files.writeString(
                dir.resolve("channel.json"), "{\"name\": \"video\", \"group\": \"239.192.7.9\", \"port\": 7001}");
        Map<String, String> environment = Map.of("RMCAST_PORT", "3", "RMCAST_CHANNEL", channel.toString());
        assertThat(port(environment, "")).isEqualTo(7001);
        assertThat(port(environment, "", "--port=4")).isEqualTo(4);
        assertThat(port(Map.of(), "port = 5\n", "--channel", channel.toString()))
                .isEqualTo(7001);
    }

    @Test
    void shouldSayWhereAWrongValueComesFrom() throws Exception {
        assertThat(run(Map.of("RMCAST_PORT", "far"), "")).contains("'far' is not an int (from RMCAST_PORT)");
        assertThat(run(Map.of(), "send.port = far"))
                .contains("'far' is not an int (from send.port in " + dir.resolve("options.properties") + ")");
        assertThat(run(Map.of("RMCAST_PORT", "3"), "", "--port=far")).contains("'far' is not an int\n");
    }

    @Test
    void shouldNameWhatIsNoOption() {
        assertThatThrownBy(() -> run(Map.of(), "prt = 5"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("options.properties: unknown option 'prt'");
        Map<String, String> nowhere =
                Map.of("RMCAST_CONFIG", dir.resolve("none").toString());
        assertThatThrownBy(() -> Defaults.of(nowhere, dir))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("no such file or directory");
        assertThat(Defaults.of(Map.of(), dir.resolve("none")).origin(anyOption()))
                .isEmpty();
    }

    private static CommandLine.Model.OptionSpec anyOption() {
        return new CommandLine(new Root()).getCommandSpec().findOption("--verbose");
    }
}
