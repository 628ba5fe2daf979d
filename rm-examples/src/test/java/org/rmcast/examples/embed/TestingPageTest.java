package org.rmcast.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page that says how to test an application shows a test that is run here. */
class TestingPageTest {
    @Test
    void shouldShowTheTestOfTwoMaps() throws Exception {
        String source = Files.readString(Path.of("src/test/java/org/rmcast/examples/embed/TwoMapsTest.java"));
        assertThat(Files.readString(Path.of("../docs/testing.md")))
                .contains(source.substring(source.indexOf("class ")));
    }
}
