package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A sender and what it is told; 40 ms away; packets of 1,000 bytes, so that one per round trip is 25,000 bytes/s. */
class SharedRateTest {
    private static final long MILLI = 1_000_000L;
    private static final int BYTES = 1_000;
    private static final double MIN = 10_000;
    private static final double MAX = 1e9;

    private final SharedRateController rate = new SharedRateController(MIN, MAX);
    private long nowNanos = Long.MIN_VALUE + 17;

    private static RateReport report(RateLimit limit, long bytesPerSecond) {
        return new RateReport(7, limit, bytesPerSecond, bytesPerSecond / 2, 0.001, 40_000, 0);
    }

    /** Sends for so long at a share of the rate, and is told the same each 10 ms. */
    private void run(long millis, double share, RateReport report) {
        for (long i = 0; i < millis; i++) {
            nowNanos += MILLI;
            int packets = (int) Math.round(rate.bytesPerSecond() * share / 1_000 / BYTES * 100);
            rate.onPacketSent(packets * BYTES / 100, 100, nowNanos);
            if (i % 10 == 0) {
                rate.onFeedback(nowNanos);
                rate.follow(report, nowNanos);
            }
        }
    }

    /** Sends whole packets, and is told the same after each. */
    private void sendPackets(int count, long pauseMillis, RateReport report) {
        for (int i = 0; i < count; i++) {
            nowNanos += pauseMillis * MILLI;
            rate.onPacketSent(BYTES, 100, nowNanos);
            rate.onFeedback(nowNanos);
            rate.follow(report, nowNanos);
        }
    }

    @Test
    void shouldBeginWithTheInitialWindow() {
        assertThat(rate.bytesPerSecond()).isCloseTo(43_800, within(1.0));
        rate.follow(report(RateLimit.START, RateReport.MOST), nowNanos);
        assertThat(rate.bytesPerSecond()).isCloseTo(109_500, within(1.0));
    }

    @Test
    void shouldDoubleWhatIsUsedWhileNothingIsInTheWay() {
        run(1_000, 1, report(RateLimit.START, 5_000_000));
        assertThat(rate.bytesPerSecond()).isCloseTo(5_000_000, within(1.0));
    }

    @Test
    void shouldGrowByAQuarterInEachRoundTripAtMostWhereOthersLose() {
        run(1_000, 1, report(RateLimit.START, 1_000_000));
        run(400, 1, report(RateLimit.LOSS, 50_000_000));
        assertThat(rate.bytesPerSecond()).isBetween(1e6 * Math.pow(1.25, 8), 1e6 * Math.pow(1.25, 10));
    }

    @Test
    void shouldGrowByAPacketInEachRoundTripWhereThatIsMoreThanAQuarter() {
        sendPackets(50, 20, report(RateLimit.LOSS, 50_000));
        assertThat(rate.bytesPerSecond()).isEqualTo(50_000);
        sendPackets(9, 10, report(RateLimit.LOSS, 110_000));
        assertThat(rate.bytesPerSecond()).as("by quarters 98,000 at most").isBetween(99_000.0, 110_000.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"START", "LOSS", "COMPETITION"})
    void shouldNotGrowWhileTheApplicationIsTheLimit(RateLimit limit) {
        run(1_000, 1, report(RateLimit.START, 1_000_000));
        run(2_000, 0.3, report(limit, 50_000_000));
        // In slow start once more to twice what was used until then.
        double most = limit == RateLimit.START ? 2_000_000 : 1_100_000;
        assertThat(rate.bytesPerSecond()).isLessThan(most);
    }

    @Test
    void shouldGoAtOnceWhereTheRateIsToBeLower() {
        run(1_000, 1, report(RateLimit.START, 5_000_000));
        rate.follow(report(RateLimit.LOSS, 2_000_000), nowNanos);
        assertThat(rate.bytesPerSecond()).isEqualTo(2_000_000);
        rate.follow(report(RateLimit.DELAY, 1_000_000), nowNanos);
        assertThat(rate.bytesPerSecond()).isEqualTo(1_000_000);
    }

    @Test
    void shouldHalveWhileNobodyReports() {
        run(1_000, 1, report(RateLimit.START, 5_000_000));
        for (int i = 0; i < 250; i++) {
            nowNanos += MILLI;
            rate.onPacketSent(BYTES, 100, nowNanos);
        }
        assertThat(rate.bytesPerSecond()).isEqualTo(2_500_000);
    }

    @Test
    void shouldForgetTheRateWhileThereIsNothingToSend() {
        run(1_000, 1, report(RateLimit.START, 5_000_000));
        nowNanos += 2_000 * MILLI;
        rate.onPacketSent(BYTES, 100, nowNanos);
        assertThat(rate.bytesPerSecond()).isEqualTo(1_250_000);
        nowNanos += 100_000 * MILLI;
        rate.onPacketSent(BYTES, 100, nowNanos);
        assertThat(rate.bytesPerSecond()).isBetween(90_000.0, 250_000.0);
    }

    @ParameterizedTest
    @CsvSource({"LOSS, 0", "DELAY, 0", "START, 0", "LOSS, -5", "LOSS, 9223372036854775807", "START, 1000000000000000000"
    })
    void shouldStayWithinItsBoundsWhateverIsReported(RateLimit limit, long bytesPerSecond) {
        RateReport lie = new RateReport(
                -1, limit, bytesPerSecond, -bytesPerSecond, Double.NaN, Integer.MIN_VALUE, Integer.MIN_VALUE);
        run(5_000, 1, lie);
        assertThat(rate.bytesPerSecond()).isBetween(MIN, MAX);
    }

    @Test
    void shouldLeaveARateThatIsNotBoundedByAnybodyAnyMore() {
        run(1_000, 1, report(RateLimit.START, 5_000_000));
        rate.follow(null, nowNanos);
        assertThat(rate.bytesPerSecond()).isEqualTo(5_000_000);
        assertThat(rate.limiting()).isNull();
    }

    @Test
    void shouldRefuseWhatIsNoRange() {
        assertThatThrownBy(() -> new SharedRateController(0, 1)).hasMessageContaining("min");
        assertThatThrownBy(() -> new SharedRateController(2, 1)).hasMessageContaining("max");
    }
}
