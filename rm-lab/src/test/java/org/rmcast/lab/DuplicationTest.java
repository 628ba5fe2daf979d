package org.rmcast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.sourceforge.pmd.cpd.CPDConfiguration;
import net.sourceforge.pmd.cpd.CpdAnalysis;
import net.sourceforge.pmd.cpd.Mark;
import net.sourceforge.pmd.cpd.Match;
import net.sourceforge.pmd.lang.java.JavaLanguageModule;
import org.junit.jupiter.api.Test;

/** What two protocols need stands in rm-core, once. */
class DuplicationTest {
    private static final List<String> PROTOCOLS = List.of("rm-tram", "rm-pbcast");
    private static final int MIN_TOKENS = 60;

    @Test
    void shouldFindNoBlockInTwoProtocols() throws Exception {
        List<String> found = new ArrayList<>();
        CPDConfiguration configuration = new CPDConfiguration();
        configuration.setOnlyRecognizeLanguage(JavaLanguageModule.getInstance());
        configuration.setMinimumTileSize(MIN_TOKENS);
        configuration.setIgnoreAnnotations(true);
        configuration.setFailOnError(true);
        try (CpdAnalysis analysis = CpdAnalysis.create(configuration)) {
            for (String protocol : PROTOCOLS) {
                assertThat(analysis.files().addDirectory(Path.of("..", protocol, "src", "main", "java")))
                        .as(protocol)
                        .isTrue();
            }
            analysis.performAnalysis(report -> {
                assertThat(report.getNumberOfTokensPerFile()).hasSizeGreaterThan(40);
                for (Match match : report.getMatches()) {
                    if (modules(match).size() > 1) {
                        found.add(match.getTokenCount() + " tokens: "
                                + match.getMarkSet().stream()
                                        .map(mark -> mark.getLocation().startPosToStringWithFile())
                                        .toList());
                    }
                }
            });
        }
        assertThat(found).isEmpty();
    }

    private static Set<String> modules(Match match) {
        return match.getMarkSet().stream()
                .map(Mark::getLocation)
                .map(location -> PROTOCOLS.stream()
                        .filter(protocol ->
                                location.getFileId().getAbsolutePath().contains("/" + protocol + "/"))
                        .findFirst()
                        .orElse("?"))
                .collect(Collectors.toSet());
    }
}
