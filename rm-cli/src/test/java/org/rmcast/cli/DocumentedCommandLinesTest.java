package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.cli.common.Defaults;
import org.rmcast.cli.common.Terminal;
import picocli.CommandLine;

/** Every command line of rmcast in the documents and in the help is one that rmcast understands. */
class DocumentedCommandLinesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LINE = Pattern.compile("(?:^|[(|;&] *)(?:\\./|bin/)?rmcast (?!:)([^|;#)>]*)");
    private static final Pattern FENCE = Pattern.compile("```\\w*\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern QUOTED = Pattern.compile("`(?:\\./)?rmcast ([^`]+)`");
    private static final Pattern EXAMPLE =
            Pattern.compile("(?m)(?:Examples?[^:\\n]*: *|^ {10,}|\\| )rmcast ([^|(\\n]*)");
    private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|\\S+");

    static List<String> commandLines() throws IOException {
        List<String> found = new ArrayList<>();
        inDocument(Files.readString(ROOT.resolve("README.md")), found);
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".md")).toList()) {
                inDocument(Files.readString(file), found);
            }
        }
        CommandLine root = commandLine();
        inHelp(root, found);
        return found.stream().distinct().toList();
    }

    private static CommandLine commandLine() {
        CommandLine root = Rmcast.commandLine(Terminal.plain());
        Defaults.none().install(root);
        return root;
    }

    private static void inDocument(String text, List<String> found) {
        for (Matcher fence = FENCE.matcher(text); fence.find(); ) {
            fence.group(1).replace("\\\n", " ").lines().forEach(line -> add(LINE.matcher(line), found));
        }
        add(QUOTED.matcher(text.replace('\n', ' ')), found);
    }

    private static void inHelp(CommandLine command, List<String> found) {
        for (String line : command.getCommandSpec().usageMessage().footer()) {
            add(EXAMPLE.matcher(line.replace("%%", "%")), found);
        }
        command.getSubcommands().values().forEach(sub -> inHelp(sub, found));
    }

    private static void add(Matcher matcher, List<String> found) {
        while (matcher.find()) {
            found.add(matcher.group(1).strip());
        }
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    void shouldUnderstand(String words) {
        List<String> arguments = new ArrayList<>();
        String plain = words.replaceAll("[\\[\\]]|\\.\\.\\.", " ").replace("COMMAND", "send");
        for (Matcher word = WORD.matcher(plain); word.find(); ) {
            arguments.add(word.group().replaceAll("^['\"]|['\"]$", ""));
        }
        assertThat(arguments).isNotEmpty();
        assertThatCode(() -> commandLine().parseArgs(arguments.toArray(String[]::new)))
                .as("rmcast %s", words)
                .doesNotThrowAnyException();
    }
}
