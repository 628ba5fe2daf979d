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
        rate.onPacketSent(1_316, 9, 0);
        assertThat(rate.bytesPerSecond()).isEqualTo(8_500);
        rate.onPacketSent(1_316, 9, 0);
        assertThat(rate.bytesPerSecond()).isEqualTo(12_000);
        for (int i = 0; i < 100; i++) {
            rate.onPacketSent(1_316, 9, 0);
        }
        assertThat(rate.bytesPerSecond()).isEqualTo(64_000);
    }

    @Test
    void shouldFollowTheAverageAndRaiseWhileTheWindowOpens() {
        long now = send(10_000, 5 * SECOND, 0);
        assertThat(rate.bytesPerSecond()).isEqualTo(64_000);
        rate.onWindowSent(now);
        assertThat(rate.bytesPerSecond()).isCloseTo(10_000 + 0.15 * 64_000, within(1_500.0));
        rate.onPacketSent(1_000, 20, now);
        rate.onWindowSent(now);
        assertThat(rate.bytesPerSecond()).isCloseTo(10_000, within(1_500.0));
    }

    @Test
    void shouldEndSlowStartWhenTheWindowCloses() {
        long now = send(2_000, SECOND / 2, 0);
        rate.onWindowClosed(now);
        double fallen = rate.bytesPerSecond();
        assertThat(fallen).isLessThan(6_000);
        rate.onPacketSent(1_316, 9, now);
        assertThat(rate.bytesPerSecond()).isEqualTo(fallen);
    }

    @Test
    void shouldCallForPruningAtTheMinimumOnly() {
        long now = send(30_000, 5 * SECOND, 0);
        rate.onCongestion(now);
        for (int i = 0; i < 6; i++) {
            rate.onWindowSent(now);
        }
        assertThat(rate.atMinimum(now)).isFalse();
        // Each window is narrower than the one before.
        now = send(500, 20, 10 * SECOND, now);
        rate.onWindowSent(now);
        now = send(500, 10, 10 * SECOND, now);
        rate.onWindowSent(now);
        assertThat(rate.bytesPerSecond()).isEqualTo(1_000);
        assertThat(rate.atMinimum(now)).isTrue();
    }

    /** Whatever part of a bucket has passed. */
    @Test
    void shouldAverageWhatIsSentAtASteadyPace() {
        double pace = 40_000;
        long step = (long) (1_387 * SECOND / pace);
        for (long now = 0; now < 60 * SECOND; now += step) {
            rate.onPacketSent(1_387, 9, now);
            if (now > 5 * SECOND) {
                rate.onWindowClosed(now);
                rate.onPacketSent(0, 9, now);
                assertThat(rate.bytesPerSecond()).as("after %d ns", now).isCloseTo(pace, within(0.01 * pace));
            }
        }
    }

    /** A step down in the window is one step, and not a decay. */
    @Test
    void shouldHoldItsRateWhileTheWindowIsSteady() {
        long now = 0;
        rate.onCongestion(now);
        double before = 0;
        for (int window = 0; window < 60; window++) {
            for (int packet = 0; packet < 32; packet++) {
                now += (long) (1_316 * SECOND / rate.bytesPerSecond());
                rate.onPacketSent(1_316, window < 20 ? 160 : 150, now);
            }
            rate.onWindowSent(now);
            if (window == 30) {
                before = rate.bytesPerSecond();
            }
        }
        assertThat(rate.bytesPerSecond()).isCloseTo(before, within(0.01 * before));
    }

    @Test
    void shouldGoOnAtItsAverageWhenAClosedWindowOpens() {
        long now = send(10_000, 10 * SECOND, 0);
        assertThat(rate.bytesPerSecond()).isEqualTo(64_000);
        rate.onCongestion(now);
        rate.onWindowSent(now);
        rate.onWindowClosed(now);
        now += 2 * SECOND;
        rate.onPacketSent(1_000, 9, now);
        assertThat(rate.bytesPerSecond()).isCloseTo(6_000, within(700.0));
    }

    private long send(int bytesPerSecond, long nanos, long from) {
        return send(bytesPerSecond, 50, nanos, from);
    }

    private long send(int bytesPerSecond, long open, long nanos, long from) {
        long now = from;
        for (; now < from + nanos; now += SECOND / 10) {
            rate.onPacketSent(bytesPerSecond / 10, open, now);
        }
        return now;
    }
}
