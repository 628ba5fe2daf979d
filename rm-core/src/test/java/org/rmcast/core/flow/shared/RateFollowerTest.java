package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.rmcast.core.testing.RecordingActions;

/** A sender that several receivers tell how fast it may go. */
class RateFollowerTest {
    private static final long MILLI = 1_000_000L;

    private final RateFollower follower = new RateFollower(10_000, 1e9, false);
    private long nowNanos;

    private int report(long member, long bytesPerSecond) {
        nowNanos += MILLI;
        int pause = follower.onReport(
                new RateReport(member, RateLimit.DELAY, bytesPerSecond, bytesPerSecond, 0, 40_000, 0), nowNanos);
        follower.settle(nowNanos, new RecordingActions());
        return pause;
    }

    @Test
    void shouldFollowTheOneThatWantsLeast() {
        report(1, 5_000_000);
        report(2, 3_000_000);
        report(3, 4_000_000);
        assertThat(follower.controller().bytesPerSecond()).isCloseTo(3_000_000, within(1.0));
        report(2, 9_000_000);
        assertThat(follower.controller().bytesPerSecond()).isCloseTo(4_000_000, within(1.0));
    }

    @Test
    void shouldForgetWhoIsGone() {
        report(1, 5_000_000);
        report(2, 10_001);
        follower.onGone(2);
        follower.settle(nowNanos, new RecordingActions());
        assertThat(follower.controller().bytesPerSecond()).isCloseTo(5_000_000, within(1.0));
        follower.onGone(1);
        follower.settle(nowNanos, new RecordingActions());
        assertThat(follower.least()).isNull();
    }

    /** All that do not limit the rate share a hundred reports a second. */
    @Test
    void shouldAskLessOfEachTheMoreTheyAre() {
        assertThat(report(1, 1_000_000)).isEqualTo(40_000);
        for (long member = 2; member <= 200; member++) {
            report(member, 5_000_000);
        }
        assertThat(report(77, 5_000_000)).isEqualTo(2_000_000);
        assertThat(report(1, 1_000_000)).isEqualTo(40_000);
        assertThat(report(77, 900_000)).as("limits the rate now").isEqualTo(40_000);
    }
}
