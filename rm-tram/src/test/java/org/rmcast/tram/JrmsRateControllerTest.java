package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** TRAM's rate control with JRMS's rates: 1,000 to 64,000 bytes/s. */
class JrmsRateControllerTest {
    private static final long SECOND = 1_000_000_000L;

    private final JrmsRateController rate = new JrmsRateController(1_000, 64_000);

    @Test
    void shouldBeginAboveTheMinimum() {
        assertThat(rate.bytesPerSecond()).isEqualTo(6_000);
    }

    @Test
    void shouldRaiseWithEveryPacketInSlowStart() {
        rate.onPacketSent(1_316, 0);
        assertThat(rate.bytesPerSecond()).isEqualTo(8_500);
        rate.onPacketSent(1_316, 0);
        assertThat(rate.bytesPerSecond()).isEqualTo(12_000);
        for (int i = 0; i < 100; i++) {
            rate.onPacketSent(1_316, 0);
        }
        assertThat(rate.bytesPerSecond()).isEqualTo(64_000);
    }

    @Test
    void shouldFollowTheAverageAndRaiseWhileTheWindowOpens() {
        long now = send(10_000, 5 * SECOND, 0);
        assertThat(rate.bytesPerSecond()).isEqualTo(64_000);
        rate.onWindowSent(50, now);
        assertThat(rate.bytesPerSecond()).isCloseTo(10_000 + 0.15 * 64_000, within(1_500.0));
        rate.onWindowSent(20, now);
        assertThat(rate.bytesPerSecond()).isCloseTo(10_000, within(1_500.0));
    }

    @Test
    void shouldEndSlowStartWhenTheWindowCloses() {
        long now = send(2_000, SECOND / 2, 0);
        rate.onWindowClosed(now);
        double fallen = rate.bytesPerSecond();
        assertThat(fallen).isLessThan(6_000);
        rate.onPacketSent(1_316, now);
        assertThat(rate.bytesPerSecond()).isEqualTo(fallen);
    }

    @Test
    void shouldCallForPruningAtTheMinimumOnly() {
        long now = send(30_000, 5 * SECOND, 0);
        rate.onCongestion(now);
        for (int i = 0; i < 6; i++) {
            rate.onWindowSent(0, now);
        }
        assertThat(rate.atMinimum()).isFalse();
        now = send(500, 10 * SECOND, now);
        rate.onWindowSent(0, now);
        assertThat(rate.bytesPerSecond()).isEqualTo(1_000);
        assertThat(rate.atMinimum()).isTrue();
    }

    private long send(int bytesPerSecond, long nanos, long from) {
        long now = from;
        for (; now < from + nanos; now += SECOND / 10) {
            rate.onPacketSent(bytesPerSecond / 10, now);
        }
        return now;
    }
}
