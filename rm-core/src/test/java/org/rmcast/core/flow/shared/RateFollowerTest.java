package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.rmcast.core.testing.RecordingActions;

/** A sender that several receivers tell how fast it may go, 40 ms away. */
class RateFollowerTest {
    private static final long MILLI = 1_000_000L;
    private static final int RECEIVERS = 200;

    private final RateFollower follower = new RateFollower(10_000, 1e9, new SplittableRandom(1));
    private long nowNanos = -5_000 * MILLI;

    private int report(long member, long bytesPerSecond) {
        nowNanos += MILLI;
        int pause = follower.onReport(
                new RateReport(member, RateLimit.DELAY, bytesPerSecond, bytesPerSecond, 0, 40_000, 0),
                RECEIVERS,
                nowNanos);
        follower.settle(nowNanos, new RecordingActions());
        return pause;
    }

    private void assertRate(double bytesPerSecond) {
        assertThat(follower.controller().bytesPerSecond()).isCloseTo(bytesPerSecond, within(1.0));
    }

    private void assertLimiting(long member) {
        assertThat(follower.limiting())
                .isNotNull()
                .extracting(RateReport::memberId)
                .isEqualTo(member);
    }

    @Test
    void shouldFollowTheOneThatWantsLeast() {
        report(1, 5_000_000);
        report(2, 3_000_000);
        report(3, 4_000_000);
        assertRate(3_000_000);
        assertLimiting(2);
    }

    @Test
    void shouldFollowTheLimitingReceiverUpAndDownAtOnce() {
        report(1, 3_000_000);
        report(1, 9_000_000);
        assertRate(9_000_000);
        report(1, 2_000_000);
        assertRate(2_000_000);
    }

    /** Who keeps silent would hold the rate at what it said once. */
    @Test
    void shouldNotHoldOnToWhatOthersHaveSaid() {
        report(1, 5_000_000);
        report(2, 3_000_000);
        report(3, 4_000_000);
        report(2, 9_000_000);
        assertRate(9_000_000);
        assertLimiting(2);
    }

    @Test
    void shouldFollowTheLowerMemberOfTwoThatWantTheSame() {
        report(2, 3_000_000);
        report(3, 3_000_000);
        assertLimiting(2);
        report(1, 3_000_000);
        assertLimiting(1);
        report(2, 3_000_000);
        assertLimiting(1);
    }

    @Test
    void shouldFollowWhoReportsAfterTenRoundTripsOfSilence() {
        report(1, 3_000_000);
        nowNanos += 398 * MILLI;
        report(2, 5_000_000);
        assertRate(3_000_000);
        report(2, 5_000_000);
        assertRate(5_000_000);
        assertLimiting(2);
    }

    @Test
    void shouldFollowWhoReportsNextWhereTheLimitingReceiverIsGone() {
        report(1, 5_000_000);
        report(2, 10_001);
        follower.onGone(1);
        follower.settle(nowNanos, new RecordingActions());
        assertLimiting(2);
        follower.onGone(2);
        follower.settle(nowNanos, new RecordingActions());
        assertThat(follower.limiting()).isNull();
        report(3, 7_000_000);
        assertRate(7_000_000);
    }

    /** Ten thousand receivers: a hundred reports a second all the same. */
    @Test
    void shouldBearTenThousand() {
        report(1, 1_000_000);
        double perSecond = 0;
        for (long member = 2; member <= 10_000; member++) {
            nowNanos += 10_000;
            int pause = follower.onReport(
                    new RateReport(member, RateLimit.DELAY, 5_000_000, 5_000_000, 0, 40_000, 0), 10_000, nowNanos);
            assertThat(pause).isBetween(50_000_000, 150_000_000);
            perSecond += 1e6 / pause;
        }
        assertThat(perSecond).isBetween(80.0, 130.0);
    }

    /** All that do not limit the rate share a hundred reports a second, and do not report at once. */
    @Test
    void shouldAskLessOfEachTheMoreTheyAre() {
        assertThat(report(1, 1_000_000)).isEqualTo(40_000);
        Set<Integer> pauses = new TreeSet<>();
        for (long member = 2; member <= RECEIVERS; member++) {
            int pause = report(member, 5_000_000);
            assertThat(pause).isBetween(1_000_000, 3_000_000);
            pauses.add(pause);
        }
        assertThat(pauses).hasSizeGreaterThan(190);
        assertThat(report(77, 900_000)).as("limits the rate now").isEqualTo(40_000);
    }
}
