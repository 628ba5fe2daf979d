package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.core.channel.Allowed;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.testing.GeneratedText;

/** The page has the parameters that the code declares. */
class TramDocumentTest {
    private static final ParameterTable TABLE = TramConfig.table();

    @Test
    void shouldHaveTheParametersThatAreDeclared() {
        GeneratedText.of(TramDocumentTest.class, "rm-tram")
                .checkPart("docs/protocols/tram.md", "parameters", TABLE.toMarkdown());
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
