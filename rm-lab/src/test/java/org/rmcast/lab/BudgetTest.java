package org.rmcast.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the gate may take is said in {@code .ci/run}; what depends on it follows. */
class BudgetTest {
    private static final Path GATE = Path.of("../.ci/run");
    private static final int MINUTES_BEFORE_THE_GATE = 10;

    @TempDir
    private Path dir = Path.of("");

    private static int number(Path file, String before, String after) throws IOException {
        Matcher found = Pattern.compile(before + "(\\d+)" + after).matcher(Files.readString(file));
        assertThat(found.find()).as("%s: %s", file, before).isTrue();
        return Integer.parseInt(found.group(1));
    }

    private static int budgetMinutes() throws IOException {
        return number(GATE, "\nbudget_minutes=", "\n");
    }

    @Test
    void shouldBeWhatTheWorkflowAndThePageSay() throws Exception {
        Path workflow = Path.of("../.github/workflows/ci.yml");
        assertThat(number(workflow, "timeout-minutes: ", "\n")).isEqualTo(budgetMinutes() + MINUTES_BEFORE_THE_GATE);
        assertThat(Files.readString(workflow)).contains("RM_BUDGET=strict .ci/run");
        assertThat(number(Path.of("../docs/testing.md"), "below ", " minutes")).isEqualTo(budgetMinutes());
    }

    @Test
    void shouldSayWhatItTook() throws Exception {
        Gate within = run(61, "", 0);
        // Its clock goes on while the machine is busy.
        assertThat(within.output).containsPattern("took 1 min \\d+ s of " + budgetMinutes() + " min");
        assertThat(within.output).doesNotContain("over the budget");
        assertThat(within.exitCode).isZero();
        assertThat(run(61, "", 3).exitCode).as("Maven failed").isEqualTo(3);
    }

    @Test
    void shouldFailAboveTheBudgetOnlyWhereThatIsAskedFor() throws Exception {
        int seconds = budgetMinutes() * 60 + 1;
        Gate busy = run(seconds, "", 0);
        assertThat(busy.output).contains("over the budget");
        assertThat(busy.exitCode).isZero();
        assertThat(run(seconds, "strict", 0).exitCode).isEqualTo(1);
    }

    private record Gate(String output, int exitCode) {}

    /** The gate without its work: Maven and Docker are scripts that end at once. Its clock begins at {@code seconds}. */
    private Gate run(int seconds, String budget, int mavenExitCode) throws Exception {
        script("docker", "exit 0");
        script("mvn", "exit " + mavenExitCode);
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
        ProcessBuilder builder = new ProcessBuilder("/bin/bash", GATE.toString()).redirectErrorStream(true);
        builder.environment().put("PATH", dir + ":" + System.getenv("PATH"));
        builder.environment().put("SECONDS", Integer.toString(seconds));
        builder.environment().put("RM_BUDGET", budget);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Gate(output, process.exitValue());
    }

    private void script(String name, String line) throws IOException {
        Path script = dir.resolve(name);
        Files.writeString(script, "#!/bin/sh\n" + line + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }
}
