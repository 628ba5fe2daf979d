package org.rmcast.lab.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.lab.RmcastLab;

/** The whole of it, small. */
@Timeout(240)
class MachineCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return RmcastLab.commandLine(new MachineCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void shouldWriteAPage(@TempDir Path directory) throws Exception {
        Path page = directory.resolve("page.md");
        assertThat(run("--runs=1", "--warm-ups=0", "--scale=0.02", "--output=" + page))
                .as(err.toString())
                .isZero();
        assertThat(Files.readString(page))
                .contains("| 16 receivers, 1 KiB |", "Receiving costs", "## Beside TCP")
                .containsAnyOf("four transfers by TCP, one to each | 209", "Not run: ");
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        assertThat(run("--runs=0")).isEqualTo(2);
        assertThat(run("--scale=2")).isEqualTo(2);
        assertThat(err.toString()).contains("--runs must be", "--scale must be");
    }
}
