package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.rmcast.core.wire.Wire;

/** The page of the protocol, and its parameters. */
class RmtpPageTest {
    @Test
    void shouldHaveItsParametersOnItsPage() throws IOException {
        String page = Files.readString(Path.of("../docs/protocols/rmtp.md"));
        assertThat(page).contains(RmtpConfig.table().toMarkdown().strip());
    }

    @Test
    void shouldHavePresetsThatCanBeUsed() {
        assertThat(RmtpConfig.paper().payloadBytes()).isEqualTo(1_024);
        assertThat(RmtpConfig.defaults().payloadBytes()).isEqualTo(Wire.DEFAULT_DATAGRAM_BYTES - 52);
        assertThat(RmtpConfig.defaults().with("packetBytes", 512).payloadBytes())
                .isEqualTo(512);
    }
}
