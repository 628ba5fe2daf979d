package org.rmcast.tram;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.rmcast.core.testing.SeamRules;

/** TRAM does no input or output, and has no cycles of packages. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.rmcast.tram");

    @Test
    void shouldUseOnlyTheJdkAndTheBlocksOfTheCore() {
        String[] own = {"org.rmcast.tram", "org.rmcast.tram.pruning", "org.rmcast.tram.wire"};
        SeamRules.dependOnlyOnTheJdkAnd(
                        own,
                        "org.rmcast.core.buffer",
                        "org.rmcast.core.channel",
                        "org.rmcast.core.engine",
                        "org.rmcast.core.event",
                        "org.rmcast.core.flow",
                        "org.rmcast.core.framing",
                        "org.rmcast.core.stream",
                        "org.rmcast.core.wire")
                .check(CLASSES);
    }

    @Test
    void shouldKeepInputOutputThreadsAndClocksOut() {
        SeamRules.stayOnTheirSideOfTheSeam("org.rmcast.tram..").check(CLASSES);
    }
}
