package org.rmcast.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Channel;
import org.rmcast.core.channel.ParameterTable;
import picocli.CommandLine.TypeConversionException;

class HighestRateTest {
    private static Channel.Builder channel(String protocol) {
        return Channel.builder("test").group("239.192.7.1").port(7999).protocol(protocol);
    }

    @ParameterizedTest
    @CsvSource({"100Mbit,12500000", "1.5Gbit,187500000", "500kbit/s,62500", "12MB,12000000", "8bit,1", "64kB/s,64000"})
    void shouldReadRates(String text, long bytesPerSecond) {
        assertThat(new RateConverter().convert(text)).isEqualTo(bytesPerSecond);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100", "fast", "0Mbit", "1bit", "-1Mbit", "1 Tbit"})
    void shouldRefuseWhatIsNoRate(String text) {
        assertThatThrownBy(() -> new RateConverter().convert(text)).isInstanceOf(TypeConversionException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tram", "pbcast"})
    void shouldSetTheProtocolsHighestRate(String protocol) {
        assertThat(HighestRate.of(channel(protocol).build(), 12_500_000)
                        .parameters()
                        .asMap())
                .hasSize(1)
                .containsEntry("maxRate", 12_500_000L);
    }

    @Test
    void shouldSayThatTheProtocolCannotBeToldARate() {
        assertThatThrownBy(() -> HighestRate.of(channel("tram").build(), 1_000, ParameterTable.none()))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(
                        "--rate: the protocol \"tram\" has no parameter maxRate; 'rmcast protocols tram' lists those"
                                + " that it has");
    }

    @Test
    void shouldLowerTheLowestRateIfItMust() {
        assertThat(HighestRate.of(channel("tram").build(), 100_000).parameters().asMap())
                .containsEntry("minRate", 100_000L);
        assertThat(HighestRate.of(channel("tram").parameter("preset", "paper").build(), 10_000)
                        .parameters()
                        .has("minRate"))
                .isFalse();
        assertThat(HighestRate.of(channel("tram").parameter("minRate", 2_000).build(), 100_000)
                        .parameters()
                        .longInteger("minRate", 0, 0, 1_000_000))
                .isEqualTo(2_000);
    }
}
