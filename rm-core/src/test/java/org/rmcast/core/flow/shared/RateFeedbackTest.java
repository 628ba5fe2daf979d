package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.ProtocolEngine;

/** A receiver 40 ms from its sender, and the sender's answers; packets of 1,000 bytes, one each millisecond. */
class RateFeedbackTest {
    private static final long MILLI = 1_000_000L;
    private static final int BYTES = 1_000;
    private static final long ROUND_TRIP_MILLIS = 40;

    private final RateFeedback feedback = new RateFeedback(7, new SplittableRandom(1));
    private final List<RateFeedback.Numbered> reports = new ArrayList<>();
    private long nowNanos = Long.MAX_VALUE - 17;
    private long sequence = 1;

    /** Receives for so long; each report is answered after a round trip. */
    private void run(long millis, int pauseMicros) {
        List<long[]> answers = new ArrayList<>();
        for (long i = 0; i < millis; i++) {
            nowNanos += MILLI;
            feedback.onData(sequence++, BYTES, (int) (nowNanos / 1_000), nowNanos);
            RateFeedback.Numbered report = feedback.take(nowNanos);
            if (report != null) {
                reports.add(report);
                answers.add(new long[] {nowNanos + ROUND_TRIP_MILLIS * MILLI, report.number()});
            }
            while (!answers.isEmpty() && answers.get(0)[0] - nowNanos <= 0) {
                assertThat(feedback.onAnswer((int) answers.remove(0)[1], pauseMicros, nowNanos))
                        .isTrue();
            }
        }
    }

    @Test
    void shouldHaveNothingToTellBeforeItReceives() {
        assertThat(feedback.isIdle()).isTrue();
        assertThat(feedback.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        assertThat(feedback.take(nowNanos)).isNull();
    }

    /** Times may be negative. */
    @Test
    void shouldSayNothingTwice() {
        nowNanos = -3_000_000_000L;
        run(10, 200_000);
        assertThat(reports).hasSize(1);
        assertThat(feedback.take(nowNanos)).isNull();
        assertThat(feedback.nextDeadlineNanos()).isGreaterThan(nowNanos);
    }

    @Test
    void shouldReportAtOnceAndThenAsOftenAsTheSenderWants() {
        run(10, 200_000);
        assertThat(reports).hasSize(1);
        run(1_990, 200_000);
        assertThat(reports.size()).isBetween(10, 12);
        assertThat(reports)
                .extracting(RateFeedback.Numbered::number)
                .doesNotContain(0)
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldMeasureARoundTripThatIsLongerThanThePause() {
        run(500, 10_000);
        RateReport last = reports.get(reports.size() - 1).report();
        assertThat(last.roundTripMicros()).isEqualTo(40_000);
        assertThat(last.memberId()).isEqualTo(7);
    }

    @Test
    void shouldNotWaitWhereItLosesPacketsInASmallGroup() {
        run(145, 140_000);
        int before = reports.size();
        sequence += 5;
        run(4, 140_000);
        assertThat(reports).hasSize(before + 1);
    }

    /** In a large group it waits for four round trips at most: another one may say it. */
    @Test
    void shouldNotWaitLongWhereItLosesPackets() {
        run(2_000, 5_000_000);
        int before = reports.size();
        sequence += 5;
        run(200, 5_000_000);
        assertThat(reports).hasSize(before + 1);
        RateReport urgent = reports.get(before).report();
        assertThat(urgent.limit()).isEqualTo(RateLimit.LOSS);
        assertThat(urgent.lossEventRate()).isPositive();
        assertThat(urgent.bytesPerSecond()).isLessThan(urgent.receiveRate());
    }

    @Test
    void shouldLearnNothingFromAnswersThatItDidNotAskFor() {
        run(10, 10_000);
        assertThat(feedback.onAnswer(0, 1, nowNanos)).isFalse();
        assertThat(feedback.onAnswer(12_345, 1, nowNanos)).isFalse();
        int number = reports.get(0).number();
        assertThat(feedback.onAnswer(number, -1, nowNanos)).isTrue();
        assertThat(feedback.onAnswer(number, -1, nowNanos)).as("again").isFalse();
    }

    /** Of many that begin at the same time few report at once; who is run over does. */
    @Test
    void shouldPutItsFirstReportOff() {
        feedback.putOff(500 * MILLI, nowNanos);
        run(499, 200_000);
        assertThat(reports).isEmpty();
        run(2, 200_000);
        assertThat(reports).hasSize(1);
        run(210, 200_000);
        assertThat(reports).hasSize(2);
    }

    @Test
    void shouldNotPutItsFirstReportOffWhereItLosesPackets() {
        feedback.onRoundTrip(ROUND_TRIP_MILLIS * MILLI);
        feedback.putOff(60_000 * MILLI, nowNanos);
        run(500, 200_000);
        sequence += 20;
        run(180, 200_000);
        assertThat(reports).hasSize(1);
    }

    /** Of ten thousand that lose the same packets: a round trip after one has said it the sender is slower, and the others need not. */
    @Test
    void shouldSayNothingWhereAnotherOneHasSaidIt() {
        assertThat(urgentOfAHundred(1)).isEqualTo(100);
        assertThat(urgentOfAHundred(10)).isLessThan(10);
    }

    /** How many of a hundred say that they lose packets; from 40 ms after that on one of so many packets comes. */
    private int urgentOfAHundred(int slower) {
        int urgent = 0;
        for (int seed = 0; seed < 100; seed++) {
            RateFeedback one = new RateFeedback(7, new SplittableRandom(seed));
            one.onRoundTrip(ROUND_TRIP_MILLIS * MILLI);
            one.putOff(100_000 * MILLI, nowNanos);
            long next = 1;
            boolean told = false;
            for (int i = 0; i < 700 && !told; i++) {
                nowNanos += MILLI;
                next += i == 500 ? 20 : 0;
                if (i < 540 || i % slower == 0) {
                    one.onData(next++, BYTES, (int) (nowNanos / 1_000), nowNanos);
                }
                told = one.take(nowNanos) != null;
            }
            urgent += told ? 1 : 0;
        }
        return urgent;
    }

    /** Few are left of many: those that are to be heard much later are to be heard soon. */
    @Test
    void shouldReportSoonerThanTheSenderWantedOnce() {
        run(1_000, 100_000_000);
        int before = reports.size();
        feedback.putOff(300 * MILLI, nowNanos);
        feedback.putOff(900 * MILLI, nowNanos);
        run(310, 100_000_000);
        assertThat(reports).hasSize(before + 1);
    }

    /** Whatever pause is asked for: after 150 seconds it says something. */
    @Test
    void shouldNotBeSilencedForEver() {
        run(100, Integer.MAX_VALUE);
        int before = reports.size();
        run(150_100, Integer.MAX_VALUE);
        assertThat(reports).hasSize(before + 1);
    }
}
