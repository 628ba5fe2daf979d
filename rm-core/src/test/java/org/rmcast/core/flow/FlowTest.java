package org.rmcast.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FlowTest {
    private static final long SECOND = 1_000_000_000L;
    /** Clocks may begin anywhere, below zero as well. */
    private static final long START = -123_456_789_012L;

    @Test
    void shouldKeepARateOverTime() {
        Pacer pacer = new Pacer(1_000_000, 1_000_000);
        long now = START;
        long bytes = 0;
        while (now - START < 2 * SECOND) {
            bytes += sendAll(pacer, now);
            now = pacer.readyNanos();
        }
        assertThat((double) bytes).isCloseTo(2_000_000, within(3_000.0));
    }

    @Test
    void shouldNotSaveUpWhileIdle() {
        Pacer pacer = new Pacer(1_000_000, 5_000_000);
        pacer.leave(1_000, START);
        int burst = 0;
        while (pacer.mayLeave(START + SECOND)) {
            pacer.leave(1_000, START + SECOND);
            burst++;
        }
        assertThat(burst).isBetween(5, 6);
    }

    @Test
    void shouldKeepTheRateOfWhoWakesUpLate() {
        Pacer pacer = new Pacer(1_000_000, 1_000_000);
        long now = START;
        long bytes = 0;
        while (now - START < 2 * SECOND) {
            bytes += sendAll(pacer, now);
            now = pacer.readyNanos() + 3_000_000;
        }
        assertThat((double) bytes).isCloseTo(2_000_000, within(5_000.0));
    }

    @Test
    void shouldNotCatchUpALongPause() {
        Pacer pacer = new Pacer(1_000_000, 1_000_000);
        sendAll(pacer, START);
        assertThat(sendAll(pacer, START + SECOND)).isBetween(5_000L, 6_000L);
        assertThat(sendAll(pacer, START + 2 * SECOND)).isBetween(5_000L, 6_000L);
    }

    @Test
    void shouldCatchUpNothingOfAPauseInWhichNothingWaited() {
        Pacer pacer = new Pacer(1_000_000, 1_000_000);
        sendAll(pacer, START);
        pacer.leave(1_000, pacer.readyNanos());
        assertThat(pacer.mayLeave(START + SECOND)).isTrue();
        pacer.leave(1_000, START + SECOND);
        pacer.leave(1_000, START + SECOND);
        assertThat(pacer.mayLeave(START + SECOND)).isFalse();
    }

    private static long sendAll(Pacer pacer, long now) {
        long bytes = 0;
        while (pacer.mayLeave(now)) {
            pacer.leave(1_000, now);
            bytes += 1_000;
        }
        return bytes;
    }

    @Test
    void shouldSayWhenAPacketAndWhenABatchMayLeave() {
        Pacer pacer = new Pacer(1_000_000, 5_000_000);
        pacer.leave(9_000, START);
        assertThat(pacer.readyNanos()).isEqualTo(START + 4_000_000);
        assertThat(pacer.batchReadyNanos()).isEqualTo(START + 6_500_000);
        assertThat(pacer.mayLeave(START + 4_000_000 - 1)).isFalse();
        assertThat(pacer.mayLeave(START + 4_000_000)).isTrue();
    }

    @Test
    void shouldRefuseARateOfNothing() {
        assertThatThrownBy(() -> new Pacer(0, 0)).hasMessageContaining("rate");
    }

    @Test
    void shouldRaiseSlowlyAfterTheFirstCut() {
        AimdRateController rate = new AimdRateController(100, 6_400, 200, SECOND);
        rate.onWindowSent(START);
        assertThat(rate.bytesPerSecond()).isEqualTo(400);
        rate.onCongestion(START);
        assertThat(rate.bytesPerSecond()).isEqualTo(300);
        rate.onCongestion(START + SECOND / 2);
        assertThat(rate.bytesPerSecond()).isEqualTo(300);
        rate.onCongestion(START + SECOND);
        assertThat(rate.bytesPerSecond()).isEqualTo(225);
        rate.onWindowSent(START);
        assertThat(rate.bytesPerSecond()).isEqualTo(325);
    }

    @Test
    void shouldStayWithinTheRatesGiven() {
        AimdRateController rate = new AimdRateController(100, 1_000, 500, 1);
        for (int i = 0; i < 50; i++) {
            rate.onWindowSent(START);
        }
        assertThat(rate.bytesPerSecond()).isEqualTo(1_000);
        for (int i = 0; i < 50; i++) {
            rate.onCongestion(START + i * SECOND);
        }
        assertThat(rate.bytesPerSecond()).isEqualTo(100);
    }
}
