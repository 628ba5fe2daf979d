package org.rmcast.examples.embed;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What people copy uses what applications may use, and nothing else of ours. */
class ApiOnlyTest {
    @Test
    void shouldUseTheInterfaceOfApplicationsAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.rmcast.api", "org.rmcast.order", "org.rmcast.examples..", "java..", "org.jspecify..")
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("org.rmcast.examples"));
    }
}
