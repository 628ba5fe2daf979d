package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A receiver 40 ms away that gets a packet of 1,000 bytes in each millisecond. */
class RateReporterTest {
    private static final long MILLI = 1_000_000L;
    private static final int BYTES = 1_000;

    private final RateReporter reporter = new RateReporter(7);
    private long sequence;
    private long nowNanos = 1L << 60;

    private void receive(int packets, long waitingMillis) {
        for (int i = 0; i < packets; i++) {
            nowNanos += MILLI;
            sequence++;
            reporter.onTime((int) (nowNanos / 1_000), nowNanos + waitingMillis * MILLI);
            reporter.onPacket(sequence, BYTES, nowNanos + waitingMillis * MILLI);
        }
    }

    private RateReport report() {
        return Objects.requireNonNull(reporter.report(nowNanos));
    }

    @Test
    void shouldSayNothingBeforeTheStream() {
        assertThat(reporter.report(nowNanos)).isNull();
        assertThat(reporter.dueNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldReportAtOnceAndThenInEachRoundTrip() {
        reporter.onRoundTrip(40 * MILLI);
        receive(1, 0);
        assertThat(reporter.dueNanos()).isEqualTo(nowNanos);
        report();
        long reported = nowNanos;
        assertThat(reporter.dueNanos()).isEqualTo(Long.MAX_VALUE);
        receive(1, 0);
        assertThat(reporter.dueNanos()).isEqualTo(reported + 40 * MILLI);
    }

    @Test
    void shouldWantTwiceWhatItGetsBeforeAnySignOfCongestion() {
        reporter.onRoundTrip(40 * MILLI);
        receive(1_000, 0);
        assertThat(report().limit()).isEqualTo(RateLimit.START);
        assertThat(report().receiveRate()).isCloseTo(1_000_000, within(10_000L));
        assertThat(report().bytesPerSecond()).isCloseTo(2_000_000, within(20_000L));
        assertThat(report().roundTripMicros()).isEqualTo(40_000);
    }

    /** The equation gives half of what comes, as the first interval says, and TCP's window is 0.7 of what it was. */
    @Test
    void shouldWantSevenTenthsOfWhatItGetsAfterTheFirstLoss() {
        reporter.onRoundTrip(40 * MILLI);
        receive(1_000, 0);
        sequence++;
        receive(4, 0);
        assertThat(report().limit()).isEqualTo(RateLimit.LOSS);
        assertThat(report().bytesPerSecond()).isCloseTo(700_000, within(14_000L));
    }

    @Test
    void shouldReportALossAtOnce() {
        reporter.onRoundTrip(40 * MILLI);
        receive(1_000, 0);
        report();
        sequence++;
        receive(4, 0);
        assertThat(reporter.dueNanos()).isEqualTo(nowNanos);
    }

    /** And no less than 0.7 of what came, as a TCP window would be after a loss. */
    @Test
    void shouldWantWhatTheEquationSaysWherePacketsAreLostAgainAndAgain() {
        reporter.onRoundTrip(40 * MILLI);
        for (int i = 0; i < 20; i++) {
            receive(99, 0);
            sequence++;
        }
        receive(10, 0);
        assertThat(report().lossEventRate()).isCloseTo(0.01, within(0.0005));
        assertThat((double) report().bytesPerSecond())
                .isBetween(ThroughputEquation.bytesPerSecond(BYTES, 0.04, 0.01), 715_000.0);
    }

    @Test
    void shouldWantLessThanItGetsWhileThePacketsWait() {
        reporter.onRoundTrip(40 * MILLI);
        receive(1_000, 0);
        receive(60, 20);
        assertThat(report().limit()).isEqualTo(RateLimit.DELAY);
        assertThat(report().queueMicros()).isEqualTo(20_000);
        assertThat(report().roundTripMicros()).isEqualTo(60_000);
        assertThat(report().bytesPerSecond()).isBetween(400_000L, 900_000L);
    }

    /** And nearly what it got, when they wait no longer. */
    @Test
    void shouldHoldTheRateOfTheBottleneckWhenTheQueueIsEmpty() {
        reporter.onRoundTrip(40 * MILLI);
        receive(1_000, 0);
        receive(60, 20);
        receive(100, 0);
        assertThat(report().limit()).isEqualTo(RateLimit.DELAY);
        // What was measured has the gap in it before the first packet that waited.
        assertThat(report().bytesPerSecond()).isBetween(650_000L, 1_010_000L);
    }

    /** It is not this sender that fills the queue: to wait for it to empty would be to starve. */
    @Test
    void shouldNotHeedAQueueThatDoesNotEmpty() {
        reporter.onRoundTrip(40 * MILLI);
        receive(1_000, 0);
        receive(1_000, 20);
        assertThat(report().limit()).isEqualTo(RateLimit.COMPETITION);
        assertThat(report().bytesPerSecond()).isCloseTo(2_000_000, within(40_000L));
    }
}
