package org.rmcast.lab.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.lab.RmcastLab;
import org.rmcast.lab.member.ProcessFigures;
import org.rmcast.lab.member.ReceiverFigures;
import org.rmcast.lab.member.SenderFigures;
import org.rmcast.lab.member.TrafficFigures;
import org.rmcast.lab.member.WireFigures;

/** Two builds side by side: the interval, the plan, where a build lies, and one small comparison of this build with itself. */
class BuildComparisonTest {
    @TempDir
    Path directory;

    @Test
    void shouldGiveTheIntervalOfTheMeanRatio() {
        double[] ours = {Math.exp(0.1), Math.exp(0.2), 2 * Math.exp(0.3)};
        PairedRatio ratio = PairedRatio.of(ours, new double[] {1, 1, 2});
        double half = 4.3027 * 0.1 / Math.sqrt(3);
        assertThat(ratio.pairs()).isEqualTo(3);
        assertThat(ratio.ratio()).isCloseTo(Math.exp(0.2), within(1e-9));
        assertThat(ratio.lower()).isCloseTo(Math.exp(0.2 - half), within(1e-9));
        assertThat(ratio.upper()).isCloseTo(Math.exp(0.2 + half), within(1e-9));
    }

    @Test
    void shouldHoldTheTrueRatioNineteenTimesInTwenty() {
        SplittableRandom random = new SplittableRandom(11);
        int experiments = 4_000;
        long held = IntStream.range(0, experiments)
                .filter(i -> {
                    double[] ours = random.doubles(20)
                            .map(drift -> 0.9 * Math.exp(0.2 * normal(random)))
                            .toArray();
                    PairedRatio ratio = PairedRatio.of(ours, ones(20));
                    return ratio.lower() <= 0.9 && 0.9 <= ratio.upper();
                })
                .count();
        assertThat(held / (double) experiments).isCloseTo(0.95, within(0.01));
    }

    /** Near enough to normal, of variance 1. */
    private static double normal(SplittableRandom random) {
        return random.doubles(12).sum() - 6;
    }

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Test
    void shouldFollowTheTableOfStudentsT() {
        assertThat(PairedRatio.student(19)).isEqualTo(2.0930);
        assertThat(PairedRatio.student(31)).isCloseTo(2.0395, within(2e-4));
        assertThat(PairedRatio.student(120)).isCloseTo(1.9799, within(2e-4));
    }

    @Test
    void shouldLeaveOutPairsWithoutARatio() {
        assertThat(PairedRatio.of(new double[] {0, 2, 2}, new double[] {1, 1, 1}))
                .isEqualTo(new PairedRatio(2, 2, 2, 2));
        PairedRatio one = PairedRatio.of(new double[] {3}, new double[] {1});
        assertThat(one.ratio()).isCloseTo(3, within(1e-9));
        assertThat(one.lower()).isNaN();
        assertThatThrownBy(() -> PairedRatio.of(ones(1), ones(2))).hasMessageContaining("1 and 2");
    }

    @Test
    void shouldStartProcessesAnewEverySoOften() {
        BuildPlan plan = new BuildPlan(plan(), false, 7, 3, 0);
        assertThat(plan.rounds()).isEqualTo(3);
        assertThat(IntStream.range(0, 3).map(plan::pairsInRound)).containsExactly(3, 3, 1);
        assertThat(plan.carriers()).containsExactly("tram");
        assertThat(new BuildPlan(plan(), true, 7, 3, 0).carriers()).containsExactly("raw", "tram");
        assertThatThrownBy(() -> new BuildPlan(plan(), false, 1, 3, 0)).hasMessage("pairs must be 2 to 1000, was 1");
        assertThatThrownBy(() -> new BuildPlan(plan(), false, 2, 0, 0))
                .hasMessage("fresh-every must be at least 1, was 0");
        assertThatThrownBy(() -> new BuildPlan(plan(), false, 2, 3, -1))
                .hasMessage("warm-up must be 0 to 600 seconds, was -1.0");
    }

    private static PerfPlan plan() {
        return new PerfPlan(
                List.of("tram"), 1, List.of(64), List.of(0.0), 1, 1, 1, 0, 64, Map.of(), List.of(), 8, true);
    }

    @Test
    void shouldCountPacketsOnTheWireWhereItIsTheMembersOwn() {
        TrafficFigures traffic = new TrafficFigures(20, 30, 0, 0, 0, 0, 0, 0);
        ProcessFigures process = new ProcessFigures(50_000, 0, 2_048, 300, 2_000_000_000);
        MemberCost alone = MemberCost.of(new SenderFigures(10, true, process, traffic, new WireFigures(25, 35)));
        assertThat(alone).isEqualTo(new MemberCost(5_000, 2, 3, 2.5, 3.5, 150, 2));
        assertThat(alone.sent()).isEqualTo(2.5);
        assertThat(alone.received()).isEqualTo(3.5);
        MemberCost shared = MemberCost.of(
                new ReceiverFigures(5, 5, 0, 1, 0, "", process, traffic, new WireFigures(0, 0), List.of()));
        assertThat(shared.sent()).isEqualTo(4);
        assertThat(shared.received()).isEqualTo(6);
        assertThat(MemberCost.mean(List.of(alone, shared)).cpuNanos()).isEqualTo(7_500);
    }

    @Test
    void shouldFindABuildByAnyOfItsDirectories() throws IOException {
        Path target = anotherBuild();
        String expected =
                target.resolve("rmcast-lab-1.jar") + File.pathSeparator + target.resolve("lib") + File.separator + "*";
        for (Path named : List.of(directory, target, target.resolve("lib"))) {
            assertThat(Build.in(named)).isEqualTo(new Build("other", expected));
        }
        Files.delete(target.resolve("rmcast-lab-1.jar"));
        assertThatThrownBy(() -> Build.in(directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "--compare-with", directory.toString(), "mvn -DskipTests -pl rm-lab -am package");
    }

    /** The packaged rm-lab of a checkout at {@link #directory}; in truth a jar that leads to the classes that run. */
    private Path anotherBuild() throws IOException {
        Path target = directory.resolve("rm-lab").resolve("target");
        Files.createDirectories(target.resolve("lib"));
        Files.createFile(target.resolve("rmcast-lab-1-sources.jar"));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(Build.running().classPath().split(File.pathSeparator, -1))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        new JarOutputStream(Files.newOutputStream(target.resolve("rmcast-lab-1.jar")), manifest).close();
        return target;
    }

    @Test
    void shouldRefuseABuildThatIsNone() {
        assertThat(RmcastLab.commandLine(new PerfCommand()).execute("--compare-with=" + directory))
                .isEqualTo(2);
    }

    @Test
    void shouldCompareABuildWithItself() throws Exception {
        anotherBuild();
        Path report = directory.resolve("builds.md");
        StringWriter out = new StringWriter();
        int exit = RmcastLab.commandLine(new PerfCommand())
                .setOut(new PrintWriter(out, true))
                .execute(
                        "--compare-with=" + directory,
                        "--layout=loopback",
                        "--pairs=2",
                        "--fresh-every=2",
                        "--receivers=1",
                        "--sizes=1024",
                        "--loss=0",
                        "--seconds=0.2",
                        "--output=" + report,
                        "--json");
        assertThat(exit).isZero();
        assertThat(Files.readString(report))
                .contains("Layout **loopback**", "2 pairs of runs", "| tram | 1024 B | 0.0 % | **")
                .doesNotContain(directory.toString());
        JsonNode cell =
                new ObjectMapper().readTree(out.toString()).path("cells").path(0);
        assertThat(cell.path("pairs")).hasSize(2);
        JsonNode goodput = cell.path("ratios").path("GOODPUT");
        assertThat(goodput.path("pairs").intValue()).isEqualTo(2);
        assertThat(goodput.path("lower").doubleValue())
                .isPositive()
                .isLessThan(goodput.path("ratio").doubleValue());
    }
}
