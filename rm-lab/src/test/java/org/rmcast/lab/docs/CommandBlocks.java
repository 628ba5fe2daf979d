package org.rmcast.lab.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The command lines in fenced blocks of README.md and of docs, without results and decisions, which tell of what was. */
final class CommandBlocks {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```(\\w*)\\n(.*?)^ *```");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s{2,})#.*");
    private static final Pattern COMMAND =
            Pattern.compile("(?:sudo |\\S+=\\S* )*(?:(?:\\S*/)?rmcast(?:-lab)? |mvn |docker |bin/|docker/|\\.ci/).*");
    private static final String SHELL = "sh";

    private CommandBlocks() {}

    private record Block(String language, String text) {}

    /** Every line of every block whose language is the shell, without comments, lines that go on joined. */
    static Set<String> commandLines() throws IOException {
        Set<String> lines = new TreeSet<>();
        for (Block block : blocks()) {
            if (block.language.equals(SHELL)) {
                lines.addAll(lines(block));
            }
        }
        return lines;
    }

    /** Lines of other blocks that look like command lines. */
    static List<String> commandLinesElsewhere() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Block block : blocks()) {
            if (!block.language.equals(SHELL)) {
                lines(block).stream()
                        .filter(line -> COMMAND.matcher(line).matches())
                        .forEach(lines::add);
            }
        }
        return lines;
    }

    private static List<String> lines(Block block) {
        return block.text
                .replace("\\\n", " ")
                .lines()
                .map(line -> COMMENT.matcher(line).replaceFirst("").strip())
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Path document : documents()) {
            for (Matcher block = BLOCK.matcher(Files.readString(document)); block.find(); ) {
                blocks.add(new Block(block.group(1), block.group(2)));
            }
        }
        return blocks;
    }

    private static List<Path> documents() throws IOException {
        Path docs = ROOT.resolve("docs");
        List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> files = Files.walk(docs)) {
            files.filter(file -> file.toString().endsWith(".md")
                            && !file.startsWith(docs.resolve("results"))
                            && !file.startsWith(docs.resolve("decisions")))
                    .forEach(documents::add);
        }
        return documents;
    }
}
