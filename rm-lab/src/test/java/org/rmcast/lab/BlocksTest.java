package org.rmcast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of blocks and protocols in {@code docs/architecture.md} says what the protocols import. */
class BlocksTest {
    private static final Pattern IMPORT = Pattern.compile(
            "^import (?:static )?org\\.rmcast\\.core\\.((?:[a-z]+\\.)*[a-z]+)\\.([A-Z]\\w*)", Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");
    private static final int FIRST_PROTOCOL = 2;

    @Test
    void shouldSayWhichBlocksWhichProtocolUses() throws Exception {
        List<List<String>> rows = rows();
        List<String> head = rows.get(0);
        assertThat(head.size()).isGreaterThan(FIRST_PROTOCOL);
        for (int column = FIRST_PROTOCOL; column < head.size(); column++) {
            String protocol = head.get(column);
            Map<String, Set<String>> used = used(protocol);
            Set<String> named = new TreeSet<>();
            for (List<String> row : rows.subList(2, rows.size())) {
                String block = names(row.get(0)).get(0);
                List<String> classes = names(row.get(column));
                assertThat(used.getOrDefault(block, Set.of()))
                        .as("%s, block %s", protocol, block)
                        .containsAll(classes);
                if (!classes.isEmpty()) {
                    named.add(block);
                }
            }
            assertThat(named).as("blocks of %s", protocol).isEqualTo(used.keySet());
        }
    }

    private static List<List<String>> rows() throws IOException {
        List<List<String>> rows = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("../docs/architecture.md"))) {
            if (rows.isEmpty() ? line.startsWith("| package | what |") : line.startsWith("|")) {
                rows.add(Arrays.stream(line.substring(1).split("\\|", -1))
                        .map(String::strip)
                        .filter(cell -> !cell.isEmpty())
                        .toList());
            } else if (!rows.isEmpty()) {
                return rows;
            }
        }
        return rows;
    }

    private static List<String> names(String cell) {
        return NAME.matcher(cell).results().map(found -> found.group(1)).toList();
    }

    /** The classes of each block that a protocol's module imports. */
    private static Map<String, Set<String>> used(String protocol) throws IOException {
        Map<String, Set<String>> used = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of("../rm-" + protocol + "/src/main/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).collect(Collectors.toList())) {
                Matcher found = IMPORT.matcher(Files.readString(file));
                while (found.find()) {
                    used.computeIfAbsent(found.group(1), block -> new TreeSet<>())
                            .add(found.group(2));
                }
            }
        }
        return used;
    }
}
