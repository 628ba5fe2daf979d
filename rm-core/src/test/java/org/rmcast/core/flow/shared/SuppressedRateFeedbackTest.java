package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.ProtocolEngine;

/** A receiver 40 ms from its source that hears what others report; packets of 1,000 bytes, one each millisecond. */
class SuppressedRateFeedbackTest {
    private static final long MILLI = 1_000_000L;
    private static final int BYTES = 1_000;
    private static final long ROUND_TRIP_NANOS = 40 * MILLI;

    private final SuppressedRateFeedback feedback = new SuppressedRateFeedback(7, new SplittableRandom(1));
    private final List<RateReport> reports = new ArrayList<>();
    private long nowNanos = -5_000 * MILLI;
    private long sequence = 1;

    private void run(long millis) {
        for (long i = 0; i < millis; i++) {
            nowNanos += MILLI;
            feedback.onData(sequence++, BYTES, (int) (nowNanos / 1_000), ROUND_TRIP_NANOS, nowNanos);
            RateReport report = feedback.take(nowNanos);
            if (report != null) {
                reports.add(report);
            }
        }
    }

    private void hear(long member, long bytesPerSecond) {
        feedback.onHeard(new RateReport(member, RateLimit.LOSS, bytesPerSecond, 1_000_000, 0.01, 40_000, 0), nowNanos);
    }

    @Test
    void shouldWaitForLessThanARoundTripAndThenReportInEach() {
        assertThat(feedback.take(nowNanos)).isNull();
        assertThat(feedback.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        run(41);
        assertThat(reports).hasSize(1);
        run(1_000);
        assertThat(reports.size()).isBetween(24, 27);
        assertThat(reports).allMatch(report -> report.memberId() == 7);
    }

    @Test
    void shouldSayNothingWhileAnotherOneWantsLess() {
        run(1);
        for (int i = 0; i < 50; i++) {
            hear(9, 500_000);
            run(40);
        }
        assertThat(reports).isEmpty();
        assertThat(feedback.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldSpeakWhereItWantsLess() {
        run(1_000);
        reports.clear();
        hear(9, 800_000);
        run(20);
        assertThat(reports).isEmpty();
        for (int i = 0; i < 20; i++) {
            sequence += 20;
            run(41);
            hear(9, 800_000);
        }
        assertThat(reports).isNotEmpty();
        RateReport last = reports.get(reports.size() - 1);
        assertThat(last.limit()).isEqualTo(RateLimit.LOSS);
        assertThat(last.bytesPerSecond()).isLessThan(720_000);
    }

    @Test
    void shouldSpeakWhereTheOneThatWantedLessIsNotHeardAnyMore() {
        run(1);
        hear(9, 500_000);
        run(390);
        assertThat(reports).isEmpty();
        run(60);
        assertThat(reports).isNotEmpty();
    }

    /** As behind one bottleneck: else all would be silent, or all would report. */
    @Test
    void shouldReportWhereMembersWithHigherIdsWantTheSame() {
        run(1_000);
        RateReport mine = reports.get(reports.size() - 1);
        reports.clear();
        hear(9, mine.bytesPerSecond());
        run(400);
        assertThat(reports.size()).isBetween(9, 11);
        RateReport last = reports.get(reports.size() - 1);
        reports.clear();
        hear(6, last.bytesPerSecond());
        run(400);
        assertThat(reports).isEmpty();
    }

    /** Who has wanted the least may come to want more; the next one hears that. */
    @Test
    void shouldFollowTheLowestWhereItWantsMore() {
        run(1_000);
        hear(9, 500_000);
        run(10);
        reports.clear();
        hear(9, 900_000_000);
        run(45);
        assertThat(reports).isNotEmpty();
    }
}
