package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** A way of 10 MB/s, 10 ms long, in packets of 1,000 bytes; reports take 10 ms more. */
class DelayLimitTest {
    private static final long MILLI = 1_000_000L;
    private static final double WAY = 10_000_000;

    private final DelayLimit limit = new DelayLimit();
    private long nowNanos = Long.MIN_VALUE + 17;

    /** So much comes for so long, and waits for so long. */
    private void receive(long millis, double rate, long waitingMillis) {
        for (long i = 0; i < millis; i++) {
            nowNanos += MILLI;
            limit.onPacket(waitingMillis * MILLI, rate, 1_000, 10 * MILLI, 10 * MILLI, nowNanos);
        }
    }

    @Test
    void shouldNotBoundTheRateBeforeAQueueIsSeen() {
        receive(1_000, WAY, 1);
        assertThat(limit.state()).isEqualTo(DelayLimit.State.STARTING);
        assertThat(limit.bytesPerSecond()).isInfinite();
    }

    @Test
    void shouldEmptyTheQueueAndHoldTheRateOfTheWay() {
        receive(100, WAY, 0);
        receive(20, WAY, 5);
        assertThat(limit.state()).isEqualTo(DelayLimit.State.DRAINING);
        assertThat(limit.bytesPerSecond()).isLessThan(0.95 * WAY);
        receive(1, WAY, 0);
        assertThat(limit.state()).isEqualTo(DelayLimit.State.HOLDING);
        assertThat(limit.bytesPerSecond()).isCloseTo(0.95 * WAY, within(1.0));
    }

    /** It sends nothing for a moment, and then what it owes at once: that waits, though the way is as wide as it was. */
    @Test
    void shouldNotTakeTheWayOfASenderThatWasHeldUpForANarrowOne() {
        receive(100, WAY, 0);
        receive(5, WAY / 5, 5);
        receive(1, WAY / 5, 0);
        assertThat(limit.state()).isEqualTo(DelayLimit.State.HOLDING);
        assertThat(limit.bytesPerSecond()).isCloseTo(0.95 * WAY, within(1.0));
    }

    /** Over a long way the queue begins to fill before a round trip's packets have come as fast as the way takes them. */
    @Test
    void shouldLearnHowWideTheWayIsWhileTheQueueIsThere() {
        receive(100, 0.8 * WAY, 0);
        receive(5, 0.9 * WAY, 5);
        receive(5, WAY, 5);
        receive(1, 0.7 * WAY, 0);
        assertThat(limit.bytesPerSecond()).isCloseTo(0.95 * WAY, within(1.0));
    }

    /** Ten times round trip, queue and report: 250 ms. */
    @Test
    void shouldForgetHowWideTheWayWas() {
        receive(100, WAY, 0);
        receive(260, WAY / 5, 0);
        receive(5, WAY / 5, 5);
        receive(1, WAY / 5, 0);
        assertThat(limit.bytesPerSecond()).isCloseTo(0.95 * WAY / 5, within(1.0));
    }

    @Test
    void shouldLeaveItToLossesWhereTheQueueDoesNotEmpty() {
        receive(100, WAY, 0);
        receive(250, WAY, 20);
        assertThat(limit.state()).isEqualTo(DelayLimit.State.COMPETING);
        assertThat(limit.bytesPerSecond()).isInfinite();
        receive(1, WAY / 2, 1);
        assertThat(limit.state()).as("nearly empty").isEqualTo(DelayLimit.State.HOLDING);
    }
}
