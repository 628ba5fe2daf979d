package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.rmcast.core.testing.GeneratedText;
import org.rmcast.core.wire.Wire;
import org.rmcast.testkit.TypedParameters;

/** The page of the protocol, and its parameters. */
class RmtpPageTest {
    private static final String MODULE = "rm-rmtp";

    @Test
    void shouldHaveItsParametersOnItsPage() {
        GeneratedText.of(RmtpPageTest.class, MODULE)
                .checkPart(
                        "docs/protocols/rmtp.md",
                        "parameters",
                        RmtpConfig.table().toMarkdown());
    }

    @Test
    void shouldHaveTypedParametersAsDeclared() throws IOException {
        RmtpProtocol protocol = new RmtpProtocol(
                context -> {
                    throw new IllegalStateException("nothing is delivered");
                },
                context -> dataSet -> null);
        TypedParameters.of("org.rmcast.rmtp.RmtpParameters").check(RmtpPageTest.class, MODULE, protocol);
    }

    @Test
    void shouldHavePresetsThatCanBeUsed() {
        assertThat(RmtpConfig.paper().payloadBytes()).isEqualTo(1_024);
        assertThat(RmtpConfig.defaults().payloadBytes()).isEqualTo(Wire.DEFAULT_DATAGRAM_BYTES - 52);
        assertThat(RmtpConfig.defaults().with("packetBytes", 512).payloadBytes())
                .isEqualTo(512);
    }
}
