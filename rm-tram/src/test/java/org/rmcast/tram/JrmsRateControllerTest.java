package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** TRAM's rate control with JRMS's rates: 1,000 to 64,000 bytes/s. */
class JrmsRateControllerTest {
    private static final long SECOND = 1_000_000_000L;

    private final JrmsRateController rate = with();

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

    @Test
    void shouldAverageFromWindowEndToWindowEnd() {
        assertThat(rateAfterAPause(with())).isLessThan(8_000);
        // The pause is not over a window's end yet.
        assertThat(rateAfterAPause(with(JrmsRule.AVERAGE))).isEqualTo(10_000);
    }

    /** Four windows of a second at 10,000 bytes/s, then a pause in which the window closes. */
    private static double rateAfterAPause(JrmsRateController rate) {
        rate.onCongestion(0);
        for (int packet = 0; packet <= 40; packet++) {
            rate.onPacketSent(1_000, 50, packet * SECOND / 10);
            if (packet % 10 == 0) {
                rate.onWindowSent(packet * SECOND / 10);
            }
        }
        rate.onWindowClosed(4 * SECOND);
        rate.onPacketSent(1_000, 50, 7 * SECOND);
        return rate.bytesPerSecond();
    }

    /** Of windows that take longer than five seconds each second one leaves the average as it was. */
    @Test
    void shouldForgetTheWindowBeforeWhereWindowsAreLong() {
        WindowEndAverage average = new WindowEndAverage(64_000);
        average.onWindowSent(0);
        assertThat(average.bytesPerSecond()).isZero();
        average.add(30_000);
        average.onWindowSent(10 * SECOND);
        assertThat(average.bytesPerSecond()).isEqualTo(3_000);
        average.add(60_000);
        average.onWindowSent(20 * SECOND);
        assertThat(average.bytesPerSecond()).isEqualTo(3_000);
        average.add(60_000);
        average.onWindowSent(30 * SECOND);
        assertThat(average.bytesPerSecond()).isEqualTo(6_000);
    }

    @Test
    void shouldRaiseOnlyWhereTheWindowIsWiderInSum() {
        assertThat(rateWhileTheWindowIs(new int[] {100, 90, 80}, with()))
                .as("narrower each time")
                .isEqualTo(rateWhileTheWindowIs(new int[] {100, 90, 80}, with(JrmsRule.GROWTH)));
        // Twice as wide as before, but not as wide as once: the widest of all is no measure of JRMS's.
        assertThat(rateWhileTheWindowIs(new int[] {100, 20, 40, 100}, with()))
                .isEqualTo(rateWhileTheWindowIs(new int[] {100, 20, 40, 100}, with(JrmsRule.GROWTH)));
        // The same width all the time, far below the widest so far.
        int[] steady = {100, 20, 20, 20, 20};
        assertThat(rateWhileTheWindowIs(steady, with(JrmsRule.GROWTH)))
                .isGreaterThan(rateWhileTheWindowIs(steady, with()) + 2_000);
    }

    /** Four packets a window, one each 100 ms. */
    private static double rateWhileTheWindowIs(int[] widths, JrmsRateController rate) {
        rate.onCongestion(0);
        long now = 0;
        for (int width : widths) {
            for (int packet = 0; packet < 10; packet++) {
                now += SECOND / 10;
                rate.onPacketSent(1_000, width, now);
            }
            rate.onWindowSent(now);
        }
        return rate.bytesPerSecond();
    }

    @Test
    void shouldLeaveTheRateWhenSlowStartEnds() {
        JrmsRateController sums = with(JrmsRule.GROWTH);
        sums.onPacketSent(1_316, 9, 0);
        sums.onCongestion(0);
        assertThat(sums.bytesPerSecond()).isEqualTo(8_500);
        rate.onPacketSent(1_316, 9, 0);
        rate.onCongestion(0);
        assertThat(rate.bytesPerSecond()).isLessThan(3_000);
    }

    @Test
    void shouldFallBelowTheMinimumWhereItTrickles() {
        assertThat(rateAtOnePacketIn(4, with())).isEqualTo(1_000);
        assertThat(rateAtOnePacketIn(4, with(JrmsRule.TRICKLE))).isLessThan(700);
    }

    private static double rateAtOnePacketIn(long seconds, JrmsRateController rate) {
        rate.onCongestion(0);
        for (int packet = 0; packet < 20; packet++) {
            rate.onPacketSent(1_000, 100 - packet, packet * seconds * SECOND);
            rate.onWindowSent(packet * seconds * SECOND);
        }
        return rate.bytesPerSecond();
    }

    /** While the window is closed nothing changes; when it opens, the average of what has trickled. */
    @Test
    void shouldWaitForTheWindowWhileItTrickles() {
        JrmsRateController trickling = with(JrmsRule.TRICKLE);
        long now = send(30_000, 5 * SECOND, 0);
        for (long at = 0; at < now; at += SECOND / 10) {
            trickling.onPacketSent(3_000, 50, at);
        }
        double before = trickling.bytesPerSecond();
        for (int packet = 0; packet < 10; packet++) {
            now += SECOND;
            trickling.onPacketBeyondWindow(1_316, now);
            trickling.onWindowSent(now);
        }
        assertThat(trickling.bytesPerSecond()).isEqualTo(before);
        trickling.onPacketSent(1_316, 9, now + SECOND);
        assertThat(trickling.bytesPerSecond()).isBetween(900.0, 1_400.0);
    }

    private static JrmsRateController with(JrmsRule... rules) {
        return new JrmsRateController(1_000, 64_000, 160, Set.of(rules));
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
