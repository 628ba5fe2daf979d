package org.rmcast.lab.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.lab.RmcastLab;
import org.rmcast.lab.layout.Layout;
import org.rmcast.lab.layout.LayoutOption;

/** The comparison of raw multicast and protocols: its arithmetic, its bounds, and one small run end to end. */
class PerfTest {
    @TempDir
    Path directory;

    @Test
    void shouldTakeTheMiddleOfRepeatedRuns() {
        assertThat(Sample.of(3, 1, 2)).isEqualTo(new Sample(2, 1, 3));
        assertThat(Sample.of(4, 1, 2, 3)).isEqualTo(new Sample(2.5, 1, 4));
        assertThat(Sample.of(List.of("a", "bbb"), String::length)).isEqualTo(new Sample(2, 1, 3));
        assertThatThrownBy(() -> Sample.of()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldNamePercentiles() {
        assertThat(Percentiles.SHOWN.stream().map(Percentiles::name))
                .containsExactly("p50", "p90", "p99", "p99.9", "max");
    }

    @Test
    void shouldRefusePlansOutOfBounds() {
        assertThatThrownBy(() -> plan(0, 1_024, 0, 1)).hasMessageContaining("receivers must be 1 to 64, was 0");
        assertThatThrownBy(() -> plan(1, 1, 0, 1)).hasMessageContaining("was 1");
        assertThatThrownBy(() -> plan(1, 1_024, 1, 1)).hasMessageContaining("loss");
        assertThatThrownBy(() -> plan(1, 1_024, 0, 0)).hasMessageContaining("repeat");
    }

    @Test
    void shouldGiveEachProtocolItsParameters() {
        PerfPlan plan = new PerfPlan(
                List.of("a", "b"),
                1,
                List.of(64),
                List.of(0.0),
                1,
                1,
                1,
                0,
                64,
                Map.of("x", 1, "b.y", 2, "b.x", 3),
                List.of(),
                8,
                true);
        assertThat(plan.carriers()).containsExactly("raw", "a", "b");
        assertThat(plan.parametersOf("a")).isEqualTo(Map.of("x", 1));
        assertThat(plan.parametersOf("b")).isEqualTo(Map.of("x", 3, "y", 2));
        assertThat(plan.parametersOf("raw")).isEmpty();
    }

    @Test
    void shouldRefuseProtocolsThatAreNone() {
        assertThatThrownBy(() -> plan(List.of())).hasMessageContaining("at least one");
        assertThatThrownBy(() -> plan(List.of("tram", "tram"))).hasMessageContaining("[tram, tram]");
        assertThatThrownBy(() -> plan(List.of("raw"))).hasMessageContaining("always measured");
    }

    private static PerfPlan plan(List<String> protocols) {
        return new PerfPlan(protocols, 1, List.of(64), List.of(0.0), 1, 1, 1, 0, 64, Map.of(), List.of(), 8, true);
    }

    private static PerfPlan plan(int receivers, int size, double loss, int repeat) {
        return new PerfPlan(
                List.of("tram"),
                receivers,
                List.of(size),
                List.of(loss),
                1,
                1_000,
                repeat,
                0,
                210,
                Map.of(),
                List.of(),
                8,
                true);
    }

    @Test
    void shouldCompareASmallRunInProcessesOfTheirOwn() throws Exception {
        JsonNode json = smallRun("loopback", 1);
        assertThat(json.path("layout").asText()).isEqualTo("loopback");
        JsonNode sender = json.at("/goodput/0/turns/0/raw/sender");
        assertThat(sender.path("datagramsSent").doubleValue()).isEqualTo(1);
        assertThat(sender.path("packetsSent").doubleValue()).isZero();
    }

    @Test
    void shouldCompareASmallRunInNamespaces() throws Exception {
        List<String> remarks = new ArrayList<>();
        assumeTrue(LayoutOption.AUTO.choose(remarks::add) == Layout.NAMESPACES, remarks::toString);
        JsonNode json = smallRun("namespaces", 2);
        assertThat(json.path("layout").asText()).isEqualTo("namespaces");
        JsonNode raw = json.at("/goodput/0/turns/0/raw");
        assertThat(raw.at("/lostShare").doubleValue()).as("lost on the wire").isPositive();
        assertThat(raw.at("/sender/packetsSent").doubleValue())
                .as("cut at the interface")
                .isBetween(1.0, 1.1);
        for (String carrier : List.of("raw", "tram")) {
            for (String member : List.of("sender", "receiver")) {
                JsonNode cost = json.at("/goodput/0/turns/0/" + carrier + '/' + member);
                assertThat(cost.path("cpuNanos").doubleValue()).isPositive();
                assertThat(cost.path("wakeUpsPerSecond").doubleValue()).isPositive();
            }
        }
    }

    /** A program learns what is wrong where it would have read the figures. */
    @Test
    void shouldTellProgramsWhatIsWrong() throws IOException {
        for (String wrong : List.of("--loss=100", "--protocols=trem", "--receivers=some")) {
            StringWriter out = new StringWriter();
            assertThat(execute(out, wrong, "--json")).isEqualTo(2);
            JsonNode json = new ObjectMapper().readTree(out.toString());
            assertThat(json.path("ok").isBoolean()).isTrue();
            assertThat(json.path("ok").booleanValue()).isFalse();
            assertThat(json.at("/error/kind").asText()).isEqualTo("usage");
            assertThat(json.at("/error/message").asText()).as(wrong).isNotEmpty();
        }
    }

    private JsonNode smallRun(String layout, int receivers) throws IOException {
        Path report = directory.resolve("perf.md");
        StringWriter out = new StringWriter();
        int exit = execute(
                out,
                "--layout=" + layout,
                "--receivers=" + receivers,
                "--sizes=1024",
                "--loss=5",
                "--seconds=0.3",
                "--messages=2000",
                "--repeat=1",
                "--rate=0",
                "--output=" + report,
                "--json");
        assertThat(exit).isZero();
        assertThat(Files.readString(report))
                .contains("Layout **" + layout + "**", "1024 B", "5 %", "tram delivered every message");
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.path("ok").booleanValue()).isTrue();
        assertThat(json.path("complete").booleanValue()).isTrue();
        return json;
    }

    private static int execute(StringWriter out, String... arguments) {
        return RmcastLab.commandLine(new PerfCommand())
                .setOut(new PrintWriter(out, true))
                .execute(arguments);
    }
}
