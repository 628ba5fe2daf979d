package org.rmcast.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What README, docs, Javadoc and the programs to copy teach: nobody goes on as if a sender's questions had no answers. */
class DocumentedExamplesTest {
    private static final Path ROOT = Path.of("..");

    /** A statement that asks and does not look at the answer. */
    private static final Pattern IGNORED =
            Pattern.compile("(?m)^[ *]*(\\w*[sS]ender|peer)\\.(awaitReceivers|flush|close)\\(.+\\);.*$");

    @Test
    void shouldShowInTheReadmeTheProgramThatATestRuns() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        String program = Files.readString(Path.of("src/main/java/org/rmcast/examples/embed/HelloMulticast.java"));
        int begin = readme.indexOf("```java\nChannel channel = Channel.builder(\"hello\")");
        assertThat(begin).isPositive();
        List<String> shown = readme.substring(begin + "```java\n".length(), readme.indexOf("```\n", begin + 3))
                .lines()
                .map(String::strip)
                .filter(line -> !line.startsWith("SessionFactory sessions ="))
                .toList();
        assertThat(program.lines().map(String::strip).toList()).containsSubsequence(shown);
    }

    @Test
    void shouldLookAtWhatASenderAnswers() throws IOException {
        assertThat(IGNORED.matcher("        sender.close(Duration.ofSeconds(5));")
                        .find())
                .as("the rule bites")
                .isTrue();
        for (Path file : teaching()) {
            assertThat(IGNORED.matcher(Files.readString(file))
                            .results()
                            .map(match -> match.group().strip()))
                    .as(file.toString())
                    .isEmpty();
        }
    }

    private static List<Path> teaching() throws IOException {
        List<Path> files = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        for (String directory : List.of("docs", "rm-core/src/main/java/org/rmcast/api", "rm-examples/src/main/java")) {
            try (Stream<Path> all = Files.walk(ROOT.resolve(directory))) {
                all.filter(file -> file.toString().matches(".*\\.(md|java)")).forEach(files::add);
            }
        }
        return files;
    }
}
