package org.rmcast.rmtp;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.rmcast.core.testing.SeamRules;

/** The engines do no input or output; those who host them do, in rm-bulk. */
class RmtpSeamTest {
    private static final String ROOT = "org.rmcast.rmtp";

    @Test
    void shouldKeepEnginesOnTheirSideOfTheSeam() {
        JavaClasses engines = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(ROOT);
        SeamRules.dependOnlyOnTheJdkAnd(new String[] {ROOT, ROOT + ".wire"}, SeamRules.blocks())
                .check(engines);
        SeamRules.stayOnTheirSideOfTheSeam(ROOT + "..").check(engines);
    }
}
