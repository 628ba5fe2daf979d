package org.rmcast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RmcastLabTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(String... arguments) {
        return RmcastLab.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void shouldSayItsVersion() {
        assertThat(execute("--version")).isZero();
        assertThat(out.toString()).matches("rmcast-lab \\d+\\.\\d+\\.\\S* \\(Java .+\\)\\R");
    }

    @Test
    void shouldShowItsCommandsWhereOneIsMissing() {
        assertThat(execute()).isEqualTo(2);
        assertThat(err.toString()).contains("a command is missing", "list", "run", "perf");
    }

    @Test
    void shouldHaveHelpAndVersionInEveryCommand() {
        for (String name : RmcastLab.commandLine().getSubcommands().keySet()) {
            assertThat(execute(name, "--help")).isZero();
            assertThat(execute(name, "--version")).isZero();
        }
        assertThat(out.toString()).contains("Usage: rmcast-lab perf", "--warm-up", "rmcast-lab 0.");
    }

    /** A program reads one line, whether it went well or not. */
    @Test
    void shouldTellProgramsWhatCameOfEveryCommand() throws IOException {
        for (CommandLine command : RmcastLab.commandLine().getSubcommands().values()) {
            String name = command.getCommandName();
            assertThat(command.getCommandSpec().findOption("--json")).as(name).isNotNull();
            JsonNode refused = json(2, name, "--json", "--no-such-option");
            assertThat(refused.path("command").asText()).isEqualTo(name);
            assertThat(refused.path("ok").asText()).isEqualTo("false");
            assertThat(refused.at("/error/kind").asText()).isEqualTo("usage");
        }
        JsonNode experiments = json(0, "list", "--json").path("experiments");
        assertThat(experiments)
                .extracting(experiment -> experiment.path("name").asText())
                .contains("tram-failure-handling");
        assertThat(experiments.at("/0/rows/0/runs").intValue()).isPositive();
        assertThat(json(2, "run", "wlaks", "--json").at("/error/message").asText())
                .contains("no experiment 'wlaks'");
    }

    private JsonNode json(int exit, String... arguments) throws IOException {
        out.getBuffer().setLength(0);
        assertThat(execute(arguments)).isEqualTo(exit);
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.path("schema").intValue()).isEqualTo(1);
        return json;
    }
}
