package org.rmcast.lab.failover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.rmcast.lab.RmcastLab;
import picocli.CommandLine;

/** Processes of our own, one of which is killed. No speed is asserted. */
@Isolated("members have a port of their own, the same in each run")
class FailoverCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path directory;

    private int run(String... arguments) {
        CommandLine commandLine = RmcastLab.commandLine(new FailoverCommand());
        return commandLine
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void shouldTellOfAKillAndDeliverEverything() throws Exception {
        Path page = directory.resolve("page.md");
        int exitCode = run(
                "--layout=loopback",
                "--receivers=2",
                "--rate=500",
                "--duration=7s",
                "--kill-every=6s",
                "--down=5s",
                "--json",
                "--output=" + page);
        assertThat(exitCode).as(out + "" + err).isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.at("/complete").asBoolean()).isTrue();
        assertThat(result.at("/sent").asLong()).isGreaterThan(3_000);
        assertThat(result.at("/kills")).hasSize(1);
        JsonNode kill = result.at("/kills/0");
        assertThat(kill.get("orphans").asInt()).isPositive();
        assertThat(kill.get("newHeadNanos").asLong()).isPositive();
        assertThat(result.at("/weights/sender").size()).isGreaterThan(1);
        assertThat(result.at("/weights/sender/0/descriptors").asLong()).isPositive();
        assertThat(Files.readString(page))
                .startsWith(
                        "# Repair heads killed and started again\n\nMade by `./rmcast-lab failover --layout loopback ")
                .contains("Each receiver got each of them once, in order")
                .containsPattern("\\| \\d+ \\| head [12] \\| [12] \\| \\d+ \\| \\d+ \\| ");
    }

    @Test
    void shouldStopMembersForAWhile() throws Exception {
        int exitCode = run(
                "--layout=loopback",
                "--receivers=1",
                "--rate=500",
                "--duration=2s",
                "--no-kills",
                "--pause=100ms",
                "--json");
        assertThat(exitCode).as(out + "" + err).isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.at("/complete").asBoolean()).isTrue();
        assertThat(result.at("/pauses").asInt()).isPositive();
        assertThat(result.at("/kills")).isEmpty();
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        assertThat(run("--heads=1")).isEqualTo(2);
        assertThat(run("--down=1s")).isEqualTo(2);
        assertThat(run("--kill-every=10s", "--down=10s")).isEqualTo(2);
        assertThat(run("--size=3")).isEqualTo(2);
        assertThat(run("--loss=100")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "--heads must be at least 2, was 1",
                        "--down must be at least 5 s",
                        "--kill-every must be longer than --down",
                        "--size must be 20 to 65507 bytes",
                        "--loss must be 0 to below 100");
    }
}
