package org.rmcast.testkit;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.rmcast.core.testing.SeamRules;

/** A protocol uses the JDK and the blocks of the core, and does no input or output. */
final class Seam {
    private Seam() {}

    static void check(String root, ImportOption held) {
        JavaClasses classes = new ClassFileImporter().withImportOption(held).importPackages(root);
        SeamRules.dependOnlyOnTheJdkAnd(new String[] {root + ".."}, SeamRules.blocks())
                .check(classes);
        SeamRules.stayOnTheirSideOfTheSeam(root + "..").check(classes);
        SeamRules.packagesHaveNoCycles(root).check(classes);
    }
}
