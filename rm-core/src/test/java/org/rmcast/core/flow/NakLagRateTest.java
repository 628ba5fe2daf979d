package org.rmcast.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rate by the lag of requests, as LRMP has it. */
class NakLagRateTest {
    private final NakLagRateController rate = new NakLagRateController(100, 10_000, 1_000, 120);

    private void sendAnEighth() {
        for (int i = 0; i < 15; i++) {
            rate.onPacketSent(1_000, 0, 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"61, 250", "60, 500", "41, 500", "40, 750", "31, 750", "30, 1125", "0, 1125"})
    void shouldCutByTheGreatestLag(long lag, double expected) {
        rate.onRequest(1);
        rate.onRequest(lag);
        rate.onRequest(0);
        sendAnEighth();
        assertThat(rate.bytesPerSecond()).isEqualTo(expected);
    }

    @Test
    void shouldLookOnlyAfterAnEighthOfTheWindow() {
        rate.onRequest(100);
        for (int i = 0; i < 14; i++) {
            rate.onPacketSent(1_000, 0, 0);
        }
        assertThat(rate.bytesPerSecond()).isEqualTo(1_000);
    }

    @Test
    void shouldForgetALagThatWasJudged() {
        rate.onRequest(100);
        sendAnEighth();
        sendAnEighth();
        assertThat(rate.bytesPerSecond()).isEqualTo(250 * 1.125);
        assertThat(rate.cuts()).isEqualTo(1);
    }

    @Test
    void shouldStayWithinItsBounds() {
        for (int i = 0; i < 100; i++) {
            sendAnEighth();
        }
        assertThat(rate.bytesPerSecond()).isEqualTo(10_000);
        for (int i = 0; i < 100; i++) {
            rate.onRequest(119);
            sendAnEighth();
        }
        assertThat(rate.bytesPerSecond()).isEqualTo(100);
    }

    @Test
    void shouldRefuseBoundsThatAreNone() {
        assertThatThrownBy(() -> new NakLagRateController(2, 1, 1, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new NakLagRateController(1, 2, 1, 7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("windowPackets");
    }
}
