package org.rmcast.lab.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.rmcast.lab.RmcastLab;
import picocli.CommandLine;

/** Many receivers in a few processes: one small delivery end to end, and what they look at. */
class BulkCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine commandLine = RmcastLab.commandLine(new BulkCommand());
        return commandLine
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void shouldDeliverToManyReceivers() throws Exception {
        int exitCode =
                run("--receivers=14", "--processes=3", "--size=300kB", "--loss=5", "-ppacketBytes=1000", "--json");
        assertThat(exitCode).as(out + "" + err).isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.get("identical").asInt()).isEqualTo(14);
        assertThat(result.get("packets").asInt()).as("packets of 1,000 bytes").isEqualTo(300);
        assertThat(result.get("rounds").asInt()).as("rounds, with loss").isGreaterThan(1);
        assertThat(result.get("hosts")).hasSize(3);
        assertThat(result.at("/server/cpuNanos").asLong()).isPositive();
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        assertThat(run("--receivers=0")).isEqualTo(2);
        assertThat(run("--receivers=2", "--processes=3")).isEqualTo(2);
        assertThat(run("--loss=100")).isEqualTo(2);
        assertThat(err.toString()).contains("--receivers must be 1 to", "--processes must be 1 to", "--loss must be 0");
    }

    /** Each byte counts, wherever a packet begins and ends. */
    @Test
    void shouldSeeEachByteThatIsAnother() {
        MadeUpBytes bytes = new MadeUpBytes(7);
        ByteBuffer all = ByteBuffer.allocate(64);
        bytes.fill(0, all);
        for (int from = 0; from < 20; from++) {
            for (int length = 0; from + length <= 64; length++) {
                assertThat(bytes.areAt(from, all.array(), from, length)).isTrue();
                for (int at = from; at < from + length; at++) {
                    all.array()[at] ^= 1;
                    assertThat(bytes.areAt(from, all.array(), from, length))
                            .as("byte %s of %s to %s", at, from, from + length)
                            .isFalse();
                    all.array()[at] ^= 1;
                }
            }
        }
        assertThat(bytes.areAt(8, all.array(), 0, 64)).as("at another place").isFalse();
        assertThat(new MadeUpBytes(8).areAt(0, all.array(), 0, 64))
                .as("of another seed")
                .isFalse();
    }
}
