package org.rmcast.core.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** When session messages leave. */
class SessionPaceTest {
    private static final long MS = 1_000_000L;
    /** Clocks may begin anywhere. */
    private static final long START = -77_000_000_000L;

    private final SessionPace pace = new SessionPace(new SplittableRandom(1), 200 * MS, 60_000 * MS, 10 * MS, 10_000);

    @Test
    void shouldStayWithinItsShareInALargeGroup() {
        assertThat(pace.intervalNanos(3, 100)).isEqualTo(200 * MS);
        assertThat(pace.intervalNanos(1_000, 100)).isEqualTo(10_000 * MS);
        assertThat(pace.intervalNanos(1_000_000, 1_000)).isEqualTo(60_000 * MS);
    }

    @Test
    void shouldSpreadIntervalsByATenth() {
        for (int i = 0; i < 100; i++) {
            pace.sent(1, 100, START);
            assertThat(pace.nextDeadlineNanos() - START).isBetween(180 * MS, 220 * MS);
        }
    }

    @Test
    void shouldSpeakSoonAfterDataAndOnceMore() {
        pace.sent(1, 100, START);
        pace.onData(START);
        assertThat(pace.nextDeadlineNanos() - START).isEqualTo(10 * MS);
        pace.sent(1, 100, START);
        assertThat(pace.nextDeadlineNanos() - START).isBetween(36 * MS, 44 * MS);
        pace.sent(1, 100, START);
        assertThat(pace.nextDeadlineNanos() - START).isBetween(180 * MS, 220 * MS);
    }

    @Test
    void shouldSpeakWhileDataFlows() {
        pace.sent(1, 100, START);
        for (long time = START; time < START + 180 * MS; time += 5 * MS) {
            pace.onData(time);
        }
        assertThat(pace.nextDeadlineNanos() - START).isLessThanOrEqualTo(220 * MS);
    }

    @Test
    void shouldWaitLongerWhereMoreAreHeardBeforeItHasSpoken() {
        pace.start(START);
        long alone = pace.nextDeadlineNanos();
        assertThat(alone - START).isBetween(0L, 50 * MS);
        pace.onGroup(1_000, 100);
        assertThat(pace.nextDeadlineNanos() - START).isBetween(200 * (alone - START), 200 * (alone - START) + 200);
    }

    @Test
    void shouldSpreadLongIntervalsByHalf() {
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < 1_000; i++) {
            pace.sent(1_000, 100, START);
            least = Math.min(least, pace.nextDeadlineNanos() - START);
            most = Math.max(most, pace.nextDeadlineNanos() - START);
        }
        assertThat(least).isBetween(5_000 * MS, 5_200 * MS);
        assertThat(most).isBetween(14_800 * MS, 15_000 * MS);
    }

    @Test
    void shouldFollowTheGroupAfterItHasSpoken() {
        pace.sent(1, 100, START);
        pace.onGroup(1_000, 100);
        assertThat(pace.nextDeadlineNanos() - START).isGreaterThanOrEqualTo(5_000 * MS);
        pace.onGroup(1, 100);
        assertThat(pace.nextDeadlineNanos() - START).isBetween(180 * MS, 220 * MS);
    }

    @Test
    void shouldHurryWithoutTheRegularMessage() {
        pace.sent(1, 100, START);
        long regular = pace.regularNanos();
        pace.hurry(START);
        assertThat(pace.nextDeadlineNanos() - START).isEqualTo(10 * MS);
        pace.sentPrompt(START + 10 * MS);
        assertThat(pace.nextDeadlineNanos()).isEqualTo(regular);
    }

    @Test
    void shouldRefuseIntervalsThatAreNone() {
        assertThatThrownBy(() -> new SessionPace(new SplittableRandom(1), 0, 1, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("shortestNanos");
    }
}
