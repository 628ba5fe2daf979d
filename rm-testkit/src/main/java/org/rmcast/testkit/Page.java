package org.rmcast.testkit;

import java.util.List;
import java.util.stream.Collectors;
import org.rmcast.api.Parameters;
import org.rmcast.core.testing.GeneratedText;

/** The page of a protocol follows from its code, and from what the contract knows that it does not keep; {@code -Drm.docs=write} writes it. */
final class Page {
    private Page() {}

    static void check(ProtocolContract contract) {
        ParameterRules.checkWords(contract.documented());
        GeneratedText page = GeneratedText.of(contract.getClass(), contract.module());
        page.checkPart(contract.page(), "parameters", contract.documented().toMarkdown());
        page.checkPart(contract.page(), "findings", findings(contract.findings()));
    }

    private static String findings(List<Finding> findings) {
        if (findings.isEmpty()) {
            return "Nothing is known.\n";
        }
        StringBuilder table = new StringBuilder("| check or clause | what happens | seen |\n|---|---|---|\n");
        for (Finding finding : findings) {
            table.append("| `" + finding.broken() + "` | " + whatHappens(finding) + " | " + seen(finding) + " |\n");
        }
        return table.toString();
    }

    /** Without the number, which says nothing to a reader. */
    private static String whatHappens(Finding finding) {
        return finding.reason().substring(finding.reason().indexOf(": ") + 1).strip();
    }

    private static String seen(Finding finding) {
        return finding.seen().isEmpty()
                ? "each time"
                : finding.seen().stream()
                        .map(seen -> new Variant(seen.variant(), Parameters.none()).run(seen.seed()))
                        .collect(Collectors.joining(", "));
    }
}
