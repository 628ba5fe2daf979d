package org.rmcast.testkit;

import org.rmcast.core.testing.GeneratedText;

/** The page of a protocol follows from its code; {@code -Drm.docs=write} writes it. */
final class Page {
    private Page() {}

    static void check(ProtocolContract contract) {
        ParameterRules.checkWords(contract.documented());
        GeneratedText.of(contract.getClass(), contract.module())
                .checkPart(contract.page(), "parameters", contract.documented().toMarkdown());
    }
}
