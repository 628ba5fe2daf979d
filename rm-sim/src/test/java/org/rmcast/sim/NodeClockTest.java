package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NodeClockTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void shouldGainTwoHundredMicrosecondsInASecond() {
        NodeClock clock = new NodeClock(-7);
        clock.drift(200, SECOND);
        assertThat(clock.at(SECOND)).isEqualTo(SECOND - 7);
        assertThat(clock.at(2 * SECOND)).isEqualTo(2 * SECOND - 7 + 200_000);
        clock.drift(-200, 2 * SECOND);
        assertThat(clock.at(3 * SECOND)).isEqualTo(3 * SECOND - 7);
    }

    @Test
    void shouldNeverGoBackAndConvertDeadlinesExactly() {
        SplittableRandom random = new SplittableRandom(1);
        NodeClock clock = new NodeClock(random.nextLong(-1L << 50, 1L << 50));
        long now = 0;
        long shown = clock.at(now);
        for (int i = 0; i < 20_000; i++) {
            now += random.nextLong(1L << random.nextInt(36));
            if (random.nextInt(10) == 0) {
                clock.drift(random.nextInt(-200, 201), now);
            }
            assertThat(clock.at(now)).isGreaterThanOrEqualTo(shown);
            shown = clock.at(now);
            long deadline = shown + random.nextLong(1L << random.nextInt(1, 50));
            long due = clock.whenItShows(deadline, now);
            assertThat(clock.at(due)).isGreaterThanOrEqualTo(deadline);
            assertThat(due == now || clock.at(due - 1) < deadline).isTrue();
        }
    }

    @Test
    void shouldBeDueAtOnceForWhatIsPastAndNeverForTheEndOfTime() {
        NodeClock clock = new NodeClock(5);
        assertThat(clock.whenItShows(3, 100)).isEqualTo(100);
        clock.drift(200, 100);
        assertThat(clock.whenItShows(Long.MAX_VALUE - 1, 100)).isEqualTo(Long.MAX_VALUE);
    }
}
