package org.rmcast.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What keeps an experiment the same from the same seed, and the packages apart. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.rmcast.lab");

    @Test
    void shouldMeasureInVirtualTimeOnly() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.rmcast.lab.experiment..",
                        "org.rmcast.lab.group..",
                        "org.rmcast.lab.protocol..",
                        "org.rmcast.lab.papers..")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.HashMap")
                .check(CLASSES);
    }

    @Test
    void shouldHaveNoCyclesOfPackages() {
        slices().matching("org.rmcast.lab.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void shouldKeepPapersApart() {
        slices().matching("org.rmcast.lab.papers.(*)..")
                .should()
                .notDependOnEachOther()
                .check(CLASSES);
    }
}
