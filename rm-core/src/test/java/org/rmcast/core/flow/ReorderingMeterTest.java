package org.rmcast.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReorderingMeterTest {
    private static final long MS = 1_000_000L;
    private static final long RTT = 40 * MS;
    private static final long MIN = MS / 10;
    private static final long START = -9_876_543_210L;

    private final ReorderingMeter meter = new ReorderingMeter(MIN, 1_000 * MS, 1.0);

    @Test
    void shouldAskAtOnceWhileNothingOvertakes() {
        for (int i = 0; i < 100; i++) {
            meter.onRepaired(RTT, START + i * RTT);
        }
        assertThat(meter.delayNanos(RTT)).isEqualTo(MIN);
        assertThat(meter.spurious()).isZero();
    }

    @Test
    void shouldCoverTheLatestByAQuarter() {
        meter.onOvertaken(2 * MS, false, RTT, START);
        meter.onOvertaken(MS, true, RTT, START + MS);
        assertThat(meter.delayNanos(RTT)).isEqualTo(2 * MS + MS / 2);
        assertThat(meter.overtaken()).isEqualTo(2);
        assertThat(meter.spurious()).isEqualTo(1);
    }

    @Test
    void shouldGrowByAQuarterOfARoundTripWithSpuriousRepairsOncePerRoundTrip() {
        meter.onSpuriousRepair(RTT, START);
        assertThat(meter.delayNanos(RTT)).isEqualTo(RTT / 4);
        meter.onSpuriousRepair(RTT, START + RTT - 1);
        assertThat(meter.delayNanos(RTT)).isEqualTo(RTT / 4);
        meter.onSpuriousRepair(RTT, START + RTT);
        assertThat(meter.delayNanos(RTT)).isEqualTo(RTT / 2);
        assertThat(meter.spurious()).isEqualTo(3);
    }

    @Test
    void shouldNeverWaitLongerThanItsBounds() {
        ReorderingMeter bounded = new ReorderingMeter(MIN, 30 * MS, 0.5);
        bounded.onOvertaken(5_000 * MS, true, RTT, START);
        assertThat(bounded.delayNanos(RTT)).isEqualTo(RTT / 2);
        assertThat(bounded.delayNanos(10 * RTT)).isEqualTo(30 * MS);
        assertThat(bounded.delayNanos(0)).isEqualTo(MIN);
    }

    @Test
    void shouldForgetAfterQuietRecoveries() {
        meter.onOvertaken(8 * MS, true, RTT, START);
        long now = START;
        for (int i = 0; i < 3; i++) {
            now += RTT;
            meter.onSpuriousRepair(RTT, now);
        }
        assertThat(meter.delayNanos(RTT)).isEqualTo(3 * RTT / 4);
        int recoveries = 0;
        while (meter.delayNanos(RTT) > MIN) {
            now += RTT;
            meter.onRepaired(RTT, now);
            recoveries++;
        }
        assertThat(recoveries).isBetween(2 * 16, 3 * 16);
    }

    @Test
    void shouldCountRecoveriesOfOneRoundTripAsOne() {
        meter.onOvertaken(2 * MS, false, RTT, START);
        for (int i = 0; i < 1_000; i++) {
            meter.onRepaired(RTT, START + RTT - 1);
        }
        assertThat(meter.delayNanos(RTT)).isEqualTo(2 * MS + MS / 2);
    }

    @Test
    void shouldRefuseBoundsThatMakeNoSense() {
        assertThatThrownBy(() -> new ReorderingMeter(-1, 2, 1)).hasMessageContaining("minDelayNanos");
        assertThatThrownBy(() -> new ReorderingMeter(3, 2, 1)).hasMessageContaining("3 and 2");
        assertThatThrownBy(() -> new ReorderingMeter(1, 2, Double.NaN)).hasMessageContaining("maxShare");
        assertThatThrownBy(() -> new ReorderingMeter(1, 2, 0)).hasMessageContaining("maxShare");
        assertThat(new ReorderingMeter(0, 0, 1).delayNanos(RTT)).isZero();
    }

    @Test
    void shouldCountWhatCameByItselfAmongTheRecoveries() {
        meter.onOvertaken(8 * MS, false, RTT, START);
        for (int i = 1; i < 2 * ReorderingMeter.PERIOD_RECOVERIES; i++) {
            assertThat(meter.delayNanos(RTT)).as("recovery %d", i).isEqualTo(10 * MS);
            meter.onOvertaken(0, false, RTT, START + i * RTT);
        }
        assertThat(meter.delayNanos(RTT)).isEqualTo(MIN);
    }

    /** Packets that overtake for a while, among losses: few spurious requests, and none of it stays when it is over. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldFollowTheReorderingOfALink(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long jitter = (1 + random.nextInt(20)) * MS;
        long now = START;
        int spuriousLate = 0;
        for (int gap = 0; gap < 4_000; gap++) {
            now += MS;
            long spuriousBefore = meter.spurious();
            gap(random.nextInt(5) == 0 ? -1 : random.nextLong(jitter), now);
            spuriousLate += gap >= 1_000 && meter.spurious() > spuriousBefore ? 1 : 0;
        }
        assertThat(spuriousLate).as("seed %d", seed).isLessThan(3_000 * 2 / 100);
        assertThat(meter.delayNanos(RTT)).as("seed %d", seed).isBetween(jitter / 2, Math.min(RTT, 2 * jitter));
        for (int gap = 0; gap < 20 * ReorderingMeter.PERIOD_RECOVERIES; gap++) {
            now += RTT;
            gap(-1, now);
        }
        assertThat(meter.delayNanos(RTT)).as("seed %d", seed).isEqualTo(MIN);
    }

    /** A gap shows; the packet comes so late, or is lost (-1) and its repair comes. */
    private void gap(long latenessNanos, long shownNanos) {
        long askedNanos = meter.delayNanos(RTT);
        if (latenessNanos >= 0 && latenessNanos < askedNanos + RTT) {
            meter.onOvertaken(latenessNanos, latenessNanos > askedNanos, RTT, shownNanos + latenessNanos);
            return;
        }
        meter.onRepaired(RTT, shownNanos + askedNanos + RTT);
        if (latenessNanos >= 0) {
            meter.onSpuriousRepair(RTT, shownNanos + latenessNanos);
        }
    }
}
