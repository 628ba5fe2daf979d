package org.rmcast.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rmcast.core.testing.SeamRules;

/** Holds the seam between protocols and the world, and the order of the packages. */
class ArchitectureTest {
    private static final String[] PURE = {
        "org.rmcast.core.buffer",
        "org.rmcast.core.claims",
        "org.rmcast.core.driver",
        "org.rmcast.core.engine",
        "org.rmcast.core.flow",
        "org.rmcast.core.flow.shared",
        "org.rmcast.core.framing",
        "org.rmcast.core.impair",
        "org.rmcast.core.membership",
        "org.rmcast.core.order",
        "org.rmcast.core.paths",
        "org.rmcast.core.peers",
        "org.rmcast.core.presence",
        "org.rmcast.core.repair",
        "org.rmcast.core.state",
        "org.rmcast.core.stream",
        "org.rmcast.core.wire"
    };

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.rmcast.core", "org.rmcast.api", "org.rmcast.order");

    @Test
    void shouldUseOnlyTheJdkOnTheProtocolsSide() {
        // Channels are also read and written as JSON files, beside the parameters that protocols need.
        SeamRules.dependOnlyOnTheJdkAnd(PURE, "org.rmcast.api", "org.rmcast.core.channel", "org.rmcast.core.text")
                .check(CLASSES);
    }

    @Test
    void shouldKeepInputOutputThreadsAndClocksOffTheProtocolsSide() {
        SeamRules.stayOnTheirSideOfTheSeam(PURE).check(CLASSES);
    }

    @Test
    void shouldHaveNoCyclesOfPackages() {
        SeamRules.packagesHaveNoCycles("org.rmcast.core").check(CLASSES);
    }

    /** What applications use knows nothing of what makes it work. */
    @Test
    void shouldKeepTheInterfaceOfApplicationsFreeOfTheRest() {
        classes()
                .that()
                .resideInAPackage("org.rmcast.api")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.rmcast.api",
                        "org.rmcast.core.text",
                        "org.rmcast.core.wire",
                        "com.fasterxml.jackson.core",
                        "org.jspecify..",
                        "java..")
                .check(CLASSES);
    }

    /** Who looks at a package sees whether it is for authors of protocols; the rest is internal, and not exported to everybody. */
    @Test
    void shouldExportToEverybodyOnlyWhatIsMarked() throws Exception {
        String module = Files.readString(Path.of("src/main/java/module-info.java"));
        Matcher exported =
                Pattern.compile("exports org\\.rmcast\\.core\\.([\\w.]+);").matcher(module);
        Set<String> packages = new TreeSet<>();
        while (exported.find()) {
            packages.add(exported.group(1));
        }
        Set<String> marked = new TreeSet<>();
        Path core = Path.of("src/main/java/org/rmcast/core");
        try (Stream<Path> files = Files.walk(core)) {
            for (Path file :
                    files.filter(path -> path.endsWith("package-info.java")).toList()) {
                if (Files.readString(file).contains("\n@Spi\n")) {
                    marked.add(core.relativize(file.getParent()).toString().replace(File.separatorChar, '.'));
                }
            }
        }
        assertThat(packages).isNotEmpty().isEqualTo(marked);
    }

    @Test
    void shouldNoticeWhatTheRulesForbid() {
        String[] impure = {"org.rmcast.core.runtime", "org.rmcast.core.transport"};
        assertThatThrownBy(() -> SeamRules.dependOnlyOnTheJdkAnd(impure).check(CLASSES))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> SeamRules.stayOnTheirSideOfTheSeam("org.rmcast.core.runtime")
                        .check(CLASSES))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("nanoTime");
    }
}
