package org.rmcast.core.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Parameters;

class MembershipConfigTest {
    @Test
    void shouldReadContactsInTheirOrder() {
        MembershipConfig config = of("contacts", "10.0.0.1:4000, [2001:db8::1]:4001");
        assertThat(config.contacts)
                .containsExactly(new InetSocketAddress("10.0.0.1", 4000), new InetSocketAddress("2001:db8::1", 4001));
        assertThat(MembershipConfig.of(Parameters.none()).contacts).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:4000", "example.org:4000", "10.0.0.1", "10.0.0.1:0", "10.0.0.1:70000", "10.0.0.300:4000",
                "239.1.1.1:4000", "0.0.0.0:4000", "10.0.0.1:4000,", "2001:db8::1:4000", "[nonsense]:4000", "10.0.0.1:x"
            })
    void shouldRefuseContactsThatAreNoAddresses(String contacts) {
        assertThatThrownBy(() -> of("contacts", contacts))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contacts")
                .hasMessageContaining("10.0.0.1:4000,[2001:db8::1]:4000");
    }

    @Test
    void shouldBoundTheNumberOfContacts() {
        assertThatThrownBy(() -> of("contacts", "10.0.0.1:4000,".repeat(64) + "10.0.0.1:4000"))
                .hasMessageContaining("65 addresses");
    }

    @ParameterizedTest
    @CsvSource({
        "maxView, 7",
        "maxView, 65537",
        "indirectProbes, 17",
        "suspicionPeriods, 0",
        "rumourFactor, 0",
        "joinAttempts, 0",
        "joinAnswers, 0"
    })
    void shouldNameTheParameterThatIsOutOfRange(String name, int value) {
        assertThatThrownBy(() -> of(name, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + name + "' is " + value);
    }

    @Test
    void shouldKeepTheTimeoutOfAPingWithinItsPeriod() {
        assertThat(of("probePeriod", "200ms").probeTimeoutNanos).isEqualTo(60_000_000);
        assertThatThrownBy(() -> of("probeTimeout", "300ms")).hasMessageContaining("from 1ms to 250ms");
    }

    @Test
    void shouldNameAllItsParameters() {
        Parameters all = Parameters.of(Map.of("contacts", "", "failedMemory", "1m", "multicastJoin", true));
        MembershipConfig.table().checkNames(all);
        assertThat(MembershipConfig.of(all).failedMemoryNanos).isEqualTo(60_000_000_000L);
    }

    private static MembershipConfig of(String name, Object value) {
        return MembershipConfig.of(Parameters.none().with(name, value));
    }
}
