package org.rmcast.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.lab.RmcastLab;

/** The commands on small experiments: what they write, that it is the same again, and what they refuse. */
class RunCommandTest {
    private static final Catalogue CATALOGUE = new Catalogue(List.of(
            new SmallExperiment("walks", List.of("short", "longer")), new SmallExperiment("fails", List.of("broken"))));

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldListExperimentsWithPaperAndRows() {
        assertThat(execute(new ListCommand(CATALOGUE))).isZero();
        assertThat(out.toString()).contains("walks", "A. Author", "1  walking (2 runs)");
    }

    @Test
    void shouldWritePagePlotsAndSeries() throws IOException {
        assertThat(run("walks", "first")).isZero();
        String page = Files.readString(directory.resolve("first/walks.md"));
        assertThat(page)
                .contains(
                        "# Random walks",
                        "A. Author: A Paper",
                        "`./rmcast-lab run walks --seed 5`",
                        "| 1 | walking | It gets nowhere. | **not held** |",
                        "**not testable**",
                        "- *It gets nowhere.* Chance.",
                        "![walks](walks/walks.svg)",
                        "`walks/RUN-SERIES.csv`",
                        "| `short-walk` |",
                        "chosen \\| here")
                .doesNotContain("missing.svg");
        assertThat(files("first").keySet())
                .containsExactly(
                        "walks.md",
                        "walks/figures.csv",
                        "walks/longer-walk.csv",
                        "walks/short-walk.csv",
                        "walks/walks.svg");
        assertThat(Files.readString(directory.resolve("first/walks/short-walk.csv")))
                .startsWith("time,\"place, in steps\"\n0,");
        assertThat(Files.readString(directory.resolve("first/walks/walks.svg"))).contains("<polyline");
        assertThat(err.toString()).contains("walks: 2/2", "claims: 0 held, 1 not held, 1 not testable");
    }

    @Test
    void shouldWriteTheSameFromTheSameSeedHoweverManyRunAtATime() throws IOException {
        assertThat(run("walks", "one", "--parallel", "1")).isZero();
        assertThat(run("walks", "two", "--parallel", "2")).isZero();
        assertThat(run("walks", "other", "--seed", "6")).isZero();
        Map<String, byte[]> one = files("one");
        Map<String, byte[]> two = files("two");
        assertThat(two.keySet()).isEqualTo(one.keySet());
        one.forEach((name, bytes) -> assertThat(Arrays.equals(bytes, two.get(name)))
                .as("%s is the same", name)
                .isTrue());
        assertThat(Arrays.equals(one.get("walks/short-walk.csv"), files("other").get("walks/short-walk.csv")))
                .isFalse();
    }

    @Test
    void shouldRemoveWhatAnEarlierRunLeft() throws IOException {
        Files.createDirectories(directory.resolve("again/walks"));
        Files.writeString(directory.resolve("again/walks/old.csv"), "old");
        Files.writeString(directory.resolve("again/walks/notes.txt"), "mine");
        assertThat(run("walks", "again")).isZero();
        assertThat(files("again").keySet()).doesNotContain("walks/old.csv").contains("walks/notes.txt");
    }

    @Test
    void shouldSayThatItWasQuick() throws IOException {
        assertThat(run("walks", "quick", "--quick")).isZero();
        assertThat(Files.readString(directory.resolve("quick/walks.md"))).contains("**A quick run**", "--quick`");
    }

    @Test
    void shouldNameTheRunThatFailed() throws IOException {
        assertThat(run("fails", "failed", "--json")).isEqualTo(1);
        assertThat(err.toString()).contains("run 'broken' failed", "broke down");
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.path("ok").asText()).isEqualTo("false");
        assertThat(json.at("/error/message").asText()).contains("run 'broken' failed");
        assertThat(json.path("experiments")).isEmpty();
    }

    @Test
    void shouldTellProgramsOfVerdicts() throws IOException {
        assertThat(run("walks", "json", "--json")).isZero();
        JsonNode walks = new ObjectMapper().readTree(out.toString()).at("/experiments/0");
        assertThat(walks.path("page").asText()).endsWith("walks.md");
        assertThat(walks.path("claims").toString()).isEqualTo("{\"HELD\":0,\"NOT_HELD\":1,\"NOT_TESTABLE\":1}");
    }

    @Test
    void shouldRefuseNamesAndOptionsThatDoNotExist() throws IOException {
        assertThat(run("wlaks", "none")).isEqualTo(2);
        assertThat(err.toString()).contains("no experiment 'wlaks'", "walks, fails", "all");
        assertThat(run("walks", "none", "--parallel", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--parallel must be 1 to 1024, was 0");
        assertThat(run("walks", "none", "--sede", "1")).isEqualTo(2);
        assertThat(run("walks", "none", "--seed", "x")).isEqualTo(2);
        Files.writeString(directory.resolve("file"), "");
        assertThat(run("walks", "file")).isEqualTo(2);
        assertThat(err.toString()).contains("--output must be a directory");
        assertThat(execute(new RunCommand(CATALOGUE))).isEqualTo(2);
    }

    private int run(String name, String output, String... more) {
        Stream<String> seed = Arrays.asList(more).contains("--seed") ? Stream.of() : Stream.of("--seed", "5");
        String[] arguments = Stream.of(
                        Stream.of(name, "--output", directory.resolve(output).toString()), seed, Arrays.stream(more))
                .flatMap(part -> part)
                .toArray(String[]::new);
        return execute(new RunCommand(CATALOGUE), arguments);
    }

    private int execute(Object command, String... arguments) {
        return RmcastLab.commandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private Map<String, byte[]> files(String output) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        Path root = directory.resolve(output);
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(root.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }
}
