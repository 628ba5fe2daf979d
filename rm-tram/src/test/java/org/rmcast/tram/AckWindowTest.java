package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** When a member acknowledges, and how far it lets the sender go, with the paper's constants: aw 32, cwnd 64. */
class AckWindowTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long ROOM = Long.MAX_VALUE;
    private static final long ROUND_TRIP = SECOND / 10;

    private final TramConfig config = TramConfig.paper();
    private final AckWindow window = new AckWindow(config, 1, 5, 0);

    @Test
    void shouldAcknowledgeFirstAtRandomThenOncePerWindow() {
        assertThat(window.onData(5, 0, 0, 0)).isFalse();
        assertThat(window.onData(6, 0, 0, 0)).isTrue();
        window.onAck(7, 7, ROOM, ROUND_TRIP, 0);
        assertThat(window.onData(37, 0, 0, 0)).isFalse();
        assertThat(window.onData(38, 0, 0, 0)).isTrue();
    }

    /** A repair fills the last gap before the next one is due by schedule. */
    @Test
    void shouldKeepItsScheduleWhenAClosingGapForcesAnAcknowledgement() {
        assertThat(nextAfterAForcedAck(config)).isEqualTo(38);
        assertThat(nextAfterAForcedAck(config.with("jrmsRules", List.of()))).isEqualTo(20 + 32);
    }

    private static long nextAfterAForcedAck(TramConfig config) {
        AckWindow window = new AckWindow(config, 1, 5, 0);
        window.onAck(7, 7, ROOM, ROUND_TRIP, 0);
        window.onAck(21, 21, ROOM, ROUND_TRIP, 0);
        long sequence = 21;
        while (!window.onData(sequence, 0, 0, 0)) {
            sequence++;
        }
        return sequence;
    }

    @Test
    void shouldAllowAsFarAsTheFormulaSays() {
        assertThat(window.highestAllowed()).isEqualTo(64);
        window.onAck(34, 34, ROOM, ROUND_TRIP, 0);
        // x = 33: floor((33 + 32) / 32) * 32 + 64 + 2 * 2
        assertThat(window.highestAllowed()).isEqualTo(64 + 64 + 4);
    }

    @Test
    void shouldNeverTakeBackWhatItAllowed() {
        window.onAck(34, 34, ROOM, ROUND_TRIP, 0);
        long allowed = window.highestAllowed();
        window.onAck(34, 40, ROOM, ROUND_TRIP, 0);
        assertThat(window.highestAllowed()).isGreaterThanOrEqualTo(allowed);
    }

    @Test
    void shouldNotAllowMoreThanThereIsRoomFor() {
        window.onAck(34, 34, 100, ROUND_TRIP, 0);
        assertThat(window.highestAllowed()).isEqualTo(99);
    }

    @Test
    void shouldWidenOnlyWhenNothingIsMissing() {
        window.onAck(33, 40, ROOM, ROUND_TRIP, 0);
        // x = 32: 64 + cwnd 64, not widened
        assertThat(window.highestAllowed()).isEqualTo(128);
    }

    @Test
    void shouldReportGrowingLossAsCongestionOncePerWindow() {
        window.onData(33, 8, 8, 11 * SECOND);
        assertThat(window.congestion()).isTrue();
        window.onAck(10, 34, ROOM, ROUND_TRIP, 0);
        assertThat(window.congestion()).isFalse();
        window.onData(65, 8, 8, 12 * SECOND);
        assertThat(window.congestion()).isFalse();
        window.onData(97, 9, 9, 13 * SECOND);
        assertThat(window.congestion()).isTrue();
    }

    @Test
    void shouldNotReportCongestionInTheFirstSeconds() {
        window.onData(33, 20, 20, 9 * SECOND);
        assertThat(window.congestion()).isFalse();
    }

    @Test
    void shouldSmoothItsLoss() {
        window.onData(33, 8, 8, 0);
        assertThat(window.loss()).isEqualTo(2_500 / 4);
        window.onData(65, 8, 0, 0);
        assertThat(window.loss()).isEqualTo(2_500 / 4 * 3 / 4);
    }

    @Test
    void shouldNotCountAsLostWhatWasOnlyOvertaken() {
        window.onData(33, 8, 8, 0);
        // Six of the eight have come by themselves after all: what was counted too much counts for the windows that
        // follow.
        window.onData(65, 2, 2, 0);
        window.onData(97, 8, 8, 0);
        assertThat(window.loss()).isEqualTo(2_500 / 4 * 3 / 4 * 3 / 4);
        window.onData(129, 16, 16, 0);
        assertThat(window.loss()).isGreaterThan(2_500 / 4);
    }

    @Test
    void shouldAcknowledgeLessOftenWhereTheWindowIsWide() {
        TramConfig defaults = TramConfig.defaults();
        AckWindow wide = new AckWindow(defaults, 1, 0, 0);
        assertThat(wide.spacing()).isEqualTo(defaults.ackWindow);
        for (long start = 1; start < 100_000; start += wide.spacing()) {
            wide.onAck(start, start, ROOM, ROUND_TRIP, 0);
        }
        assertThat(wide.spacing()).isEqualTo(defaults.windowMax / defaults.acksPerWindow);
    }

    /** Three round trips of what arrives: else a loss far away would stop all. */
    @Test
    void shouldBeWiderThanItsBoundWhereMoreArrivesWithinRoundTrips() {
        TramConfig defaults = TramConfig.defaults();
        AckWindow wide = new AckWindow(defaults, 1, 0, 0);
        long start = 1;
        for (long now = 0; now < 10 * SECOND; now += ROUND_TRIP) {
            wide.onAck(start, start, ROOM, ROUND_TRIP, now);
            start += 10_000;
        }
        assertThat(wide.highestAllowed()).isBetween(start + 15_000, start + 30_000);
        assertThat(wide.spacing()).isEqualTo(30_000 / defaults.acksPerWindow);
    }

    @Test
    void shouldCountTheWindowFromTheHighestPacketWhereItReachesBeyondGaps() {
        TramConfig defaults = TramConfig.defaults();
        AckWindow beyond = new AckWindow(defaults, 1, 0, 0);
        // One packet missing at 2, everything else up to 639 known: x = 639
        beyond.onAck(2, 640, ROOM, ROUND_TRIP, 0);
        assertThat(beyond.highestAllowed()).isGreaterThanOrEqualTo(640 + defaults.windowStart);
    }
}
