package org.rmcast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.wire.WireId;

/** The table of protocols' bytes against the protocols that are there. */
class WireIdTest {
    @Test
    void shouldNameEveryProtocolThatIsThere() {
        assertThat(OwnProtocols.present()).hasSizeGreaterThan(1).allSatisfy(WireIdTest::isInTheTable);
    }

    private static void isInTheTable(Protocol protocol) {
        assertThat(WireId.valueOf(protocol.name().toUpperCase(Locale.ROOT)).code())
                .as("the byte of %s", protocol.name())
                .isEqualTo(protocol.wireId());
    }

    @Test
    void shouldGiveEachByteToOneProtocolOutsideThePrivateRange() {
        assertThat(Arrays.stream(WireId.values()).map(WireId::code))
                .doesNotHaveDuplicates()
                .allMatch(code -> code >= 1 && code < WireId.FIRST_PRIVATE);
        assertThat(WireId.of(WireId.LAST_PRIVATE)).isNull();
    }
}
