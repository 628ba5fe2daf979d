package org.rmcast.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.core.channel.Allowed;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.testing.GeneratedText;

/** The page has the parameters that the code declares. */
class MembershipDocumentTest {
    private static final ParameterTable TABLE = MembershipConfig.table();

    @Test
    void shouldHaveTheParametersThatAreDeclared() {
        GeneratedText.of(MembershipDocumentTest.class, "rm-core")
                .checkPart("docs/protocols/membership.md", "parameters", TABLE.toMarkdown());
    }

    @Test
    void shouldSayWhatRaisingANumberDoes() {
        assertThat(TABLE.parameters())
                .filteredOn(parameter -> parameter.allowed() instanceof Allowed.Whole
                        || parameter.allowed() instanceof Allowed.Real
                        || parameter.allowed() instanceof Allowed.Time)
                .isNotEmpty()
                .allSatisfy(parameter -> assertThat(parameter.words().meaning()).contains("Raising it: "));
    }
}
