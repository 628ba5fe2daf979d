package org.rmcast.lab.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.lab.RmcastLab;
import org.rmcast.lab.layout.Bottleneck;
import org.rmcast.lab.layout.Bottleneck.Passage;
import org.rmcast.lab.sharing.SharingResult.FlowFigures;
import org.rmcast.lab.sharing.SharingResult.Sample;
import picocli.CommandLine;

/** What is computed from a scenario, and one scenario with processes of its own. No speed is asserted. */
class SharingTest {
    private static final long RATE = 100_000_000;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path directory;

    private int run(String... arguments) {
        CommandLine commandLine = RmcastLab.commandLine(new SharingCommand());
        return commandLine
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private static FlowFigures flow(String name, double bitsPerSecond) {
        return new FlowFigures(name, true, 1, bitsPerSecond, Collections.nCopies(20, bitsPerSecond / 1e6));
    }

    @Test
    void shouldReadFlows() {
        assertThat(Flow.parse("tram")).isEqualTo(new Flow("tram", null)).hasToString("tram");
        assertThat(Flow.parse(" TCP:bbr ")).isEqualTo(new Flow("tcp", "bbr")).hasToString("tcp:bbr");
        for (String wrong : List.of("", "raw", "tram:bbr", "tcp:", "tcp:a;b", "../x")) {
            assertThatThrownBy(() -> Flow.parse(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("tcp:RULE");
        }
    }

    @Test
    void shouldTellSharesOfWhatAllGot() {
        SharingResult equal = result(List.of(flow("tram", 40e6), flow("tcp", 40e6)));
        assertThat(equal.fairness()).isCloseTo(1, within(1e-9));
        assertThat(equal.share(equal.flows().get(0))).isCloseTo(1, within(1e-9));
        SharingResult unequal = result(List.of(flow("tram", 75e6), flow("tcp", 25e6)));
        // (75 + 25)^2 / (2 (75^2 + 25^2))
        assertThat(unequal.fairness()).isCloseTo(0.8, within(1e-9));
        assertThat(unequal.share(unequal.flows().get(0))).isCloseTo(1.5, within(1e-9));
    }

    @Test
    void shouldTellOfTheWayAfterTheBeginning() {
        SharingResult result = result(List.of(flow("tram", 40e6)));
        // From second 1 to 2: 6.25 MB in one second of 12.5 MB; from the start 1,000 packets passed and 100 did not.
        assertThat(result.used()).isCloseTo(0.5, within(1e-9));
        assertThat(result.offered()).isCloseTo(1.1, within(1e-9));
        // 12,500 and 125,000 bytes wait: 1 and 10 ms.
        assertThat(result.meanWait()).isCloseTo(5.5, within(1e-9));
        assertThat(result.longWait()).isCloseTo(10, within(1e-9));
    }

    private static SharingResult result(List<FlowFigures> flows) {
        List<Sample> samples = List.of(
                new Sample(0, new Passage(0, 0, 0, 0)),
                new Sample(1, new Passage(10_000_000, 800, 80, 12_500)),
                new Sample(2, new Passage(16_250_000, 1_000, 100, 125_000)));
        return new SharingResult(flows, samples, RATE, 1);
    }

    @Test
    void shouldFindTheFirstSecondThatIsFull() {
        // 10 Mb/s more in each tenth: the mean of ten tenths that end with number n is 10 (n - 4.5).
        List<Double> rising = IntStream.range(0, 20).mapToObj(i -> 10.0 * i).toList();
        FlowFigures flow = new FlowFigures("tram", true, 1, 0, rising);
        assertThat(flow.secondOf(45)).isEqualTo(1.0);
        assertThat(flow.secondOf(46)).isEqualTo(1.1);
        assertThat(flow.secondOf(200)).isNegative();
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertThat(run("--flows=raw")).isEqualTo(2);
        assertThat(err.toString()).contains("--flows: 'raw' is neither a protocol");
        assertThat(run("--duration=5s", "--settle=5s")).isEqualTo(2);
        assertThat(err.toString()).contains("--duration must be longer than --settle");
        assertThat(run("--receivers=32", "--flows=tram,tram,tram,tram,tram,tram,tram"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("a scenario may have 200 hosts");
    }

    @Test
    void shouldRunAGroupBesideAConnection() throws Exception {
        assumeBottleneck();
        Path page = directory.resolve("page.md");
        int exitCode = run(
                "--flows=tram,tcp",
                "--rate=20Mbit",
                "--duration=3s",
                "--settle=1s",
                "--receivers=1",
                "--json",
                "--output=" + page);
        assertThat(exitCode).as(out + "" + err).isZero();
        JsonNode results = new ObjectMapper().readTree(out.toString()).at("/results");
        assertThat(results).hasSize(1);
        for (JsonNode flow : results.at("/0/flows")) {
            assertThat(flow.get("messages").asLong()).as("%s", flow).isPositive();
            assertThat(flow.get("bitsPerSecond").asDouble()).isBetween(0.0, 20e6);
        }
        assertThat(results.at("/0/flows/0/bitsPerSecond").asDouble()).isPositive();
        assertThat(Files.readString(page))
                .contains("Made by `./rmcast-lab sharing --flows tram,tcp --rate 20Mbit ")
                .containsPattern("\\| tram, tcp \\| [\\d.]+, [\\d.]+ \\|");
    }

    private static void assumeBottleneck() {
        try (Bottleneck way = new Bottleneck(1, 1, RATE, 100_000)) {
            assertThat(way.passage().dropped()).isZero();
        } catch (IOException e) {
            Assumptions.abort("no bottleneck of network namespaces here: " + e.getMessage());
        }
    }
}
