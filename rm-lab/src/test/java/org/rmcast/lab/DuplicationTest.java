package org.rmcast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.sourceforge.pmd.cpd.CPDConfiguration;
import net.sourceforge.pmd.cpd.CpdAnalysis;
import net.sourceforge.pmd.cpd.Mark;
import net.sourceforge.pmd.cpd.Match;
import net.sourceforge.pmd.lang.java.JavaLanguageModule;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Protocol;

/** What two protocols need, or both hosts of an engine, stands in rm-core, once. */
class DuplicationTest {
    private static final int MIN_TOKENS = 60;

    @Test
    void shouldFindNoBlockInTwoProtocols() throws Exception {
        Map<String, Path> sources = new TreeMap<>();
        for (Protocol protocol : OwnProtocols.present()) {
            String module = "rm-" + protocol.name();
            sources.put(module, Path.of("..", module, "src", "main", "java"));
        }
        assertThat(sources).hasSizeGreaterThan(1);
        assertThat(blocksInTwo(sources)).isEmpty();
    }

    @Test
    void shouldFindNoBlockInBothHostsOfAnEngine() throws Exception {
        assertThat(blocksInTwo(Map.of(
                        "rm-core", Path.of("..", "rm-core", "src", "main", "java", "org", "rmcast", "core", "runtime"),
                        "rm-sim", Path.of("..", "rm-sim", "src", "main", "java", "org", "rmcast", "sim"))))
                .isEmpty();
    }

    /** Blocks that stand in the sources of two of these modules. */
    private static List<String> blocksInTwo(Map<String, Path> sources) throws Exception {
        List<String> found = new ArrayList<>();
        CPDConfiguration configuration = new CPDConfiguration();
        configuration.setOnlyRecognizeLanguage(JavaLanguageModule.getInstance());
        configuration.setMinimumTileSize(MIN_TOKENS);
        configuration.setIgnoreAnnotations(true);
        configuration.setFailOnError(true);
        try (CpdAnalysis analysis = CpdAnalysis.create(configuration)) {
            for (Map.Entry<String, Path> source : sources.entrySet()) {
                assertThat(analysis.files().addDirectory(source.getValue()))
                        .as(source.getKey())
                        .isTrue();
            }
            analysis.performAnalysis(report -> {
                assertThat(report.getNumberOfTokensPerFile()).hasSizeGreaterThan(20);
                for (Match match : report.getMatches()) {
                    if (modules(match, sources.keySet()).size() > 1) {
                        found.add(match.getTokenCount() + " tokens: "
                                + match.getMarkSet().stream()
                                        .map(mark -> mark.getLocation().startPosToStringWithFile())
                                        .toList());
                    }
                }
            });
        }
        return found;
    }

    private static Set<String> modules(Match match, Set<String> modules) {
        return match.getMarkSet().stream()
                .map(Mark::getLocation)
                .map(location -> modules.stream()
                        .filter(module -> location.getFileId().getAbsolutePath().contains("/" + module + "/"))
                        .findFirst()
                        .orElse("?"))
                .collect(Collectors.toSet());
    }
}
