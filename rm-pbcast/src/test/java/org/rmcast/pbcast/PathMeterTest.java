package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a sender makes of a member's answers. */
class PathMeterTest {
    private static final long MILLI = 1_000_000;
    /** Between two polls. */
    private static final long POLL = 4 * MILLI;
    /** Clocks may begin anywhere, below zero as well. */
    private static final long START = -123_456_789_012L;

    private final PathMeter path = new PathMeter(PbcastConfig.defaults().with("queueDelay", "25ms"));
    private long now = START;
    private long limit = 1;
    private long received;

    /** An answer after so long, to a poll behind 64 more packets of which so many came. */
    private PathMeter.State answer(long roundTripMillis, int came) {
        now += POLL;
        limit += 64;
        received += came;
        path.onRoundTrip(roundTripMillis * MILLI, now);
        path.measure(limit, received, now);
        return path.state();
    }

    @Test
    void shouldSeeAQueueThatStands() {
        answer(1, 64);
        assertThat(answer(1, 64)).isEqualTo(PathMeter.State.CLEAR);
        for (long waited = 0; waited < 25 * MILLI; waited += POLL) {
            assertThat(answer(30, 64)).isEqualTo(PathMeter.State.QUEUED);
        }
        assertThat(answer(30, 64)).isEqualTo(PathMeter.State.DELAYED);
        assertThat(answer(30, 64)).isEqualTo(PathMeter.State.DELAYED);
        assertThat(answer(20, 64)).isEqualTo(PathMeter.State.QUEUED);
        assertThat(answer(1, 64)).isEqualTo(PathMeter.State.CLEAR);
    }

    /** A member whose host is busy answers late, though not always: nothing stands in the network. */
    @Test
    void shouldNotTakeABusyHostForAQueue() {
        answer(1, 64);
        for (int i = 0; i < 100; i++) {
            assertThat(answer(i % 5 == 0 ? 10 : 60, 64)).isEqualTo(PathMeter.State.QUEUED);
        }
    }

    @Test
    void shouldTellLossesBehindAQueueFromOthers() {
        answer(1, 64);
        assertThat(answer(1, 16)).isEqualTo(PathMeter.State.DEAF);
        assertThat(answer(5, 50)).isEqualTo(PathMeter.State.OVERFLOWING);
        assertThat(answer(5, 62)).isEqualTo(PathMeter.State.QUEUED);
    }

    /** What was seen before it was asked again counts no more. */
    @Test
    void shouldBeginAnew() {
        answer(1, 64);
        for (int i = 0; i < 10; i++) {
            answer(30, 64);
        }
        path.restart();
        assertThat(answer(30, 64)).isEqualTo(PathMeter.State.CLEAR);
        assertThat(answer(30, 64)).isEqualTo(PathMeter.State.QUEUED);
    }
}
