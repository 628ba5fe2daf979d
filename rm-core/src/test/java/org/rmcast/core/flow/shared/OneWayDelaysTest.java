package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sender's clock is anywhere. */
class OneWayDelaysTest {
    private static final long MILLI = 1_000_000L;
    private static final long SLICE = 5 * MILLI;
    private final OneWayDelays delays = new OneWayDelays();

    @ParameterizedTest
    @ValueSource(ints = {0, 5_000_000, -7, Integer.MAX_VALUE - 100, Integer.MIN_VALUE + 10})
    void shouldMeasureWhatPacketsWaitWhateverTheClocksSay(int offsetMicros) {
        run(offsetMicros, 0, 100, 0);
        assertThat(delays.waitingNanos()).isZero();
        run(offsetMicros, 100, 200, 8);
        assertThat(delays.waitingNanos()).isEqualTo(8 * MILLI);
        run(offsetMicros, 200, 300, 1);
        assertThat(delays.waitingNanos()).isEqualTo(MILLI);
    }

    /** A packet that was held up elsewhere says nothing of the queue. */
    @ParameterizedTest
    @ValueSource(longs = {3, 7})
    void shouldTakeTheLeastOfTheLast(long every) {
        for (int i = 0; i < 500; i++) {
            delays.onPacket(i * 1_000, (i + 40 + (i % every == 0 ? 0 : 9)) * MILLI, SLICE * 2);
        }
        assertThat(delays.waitingNanos()).isZero();
    }

    /** The route has become longer: after a minute the delay is that of the new one. */
    @ParameterizedTest
    @ValueSource(ints = {20})
    void shouldForgetTheShortestDelayInTheEnd(int moreMillis) {
        run(0, 0, 1_000, 0);
        run(0, 1_000, 62_000, moreMillis);
        assertThat(delays.waitingNanos()).isZero();
    }

    private void run(int offsetMicros, int firstMilli, int limitMilli, int waitingMillis) {
        for (int i = firstMilli; i < limitMilli; i++) {
            delays.onPacket(offsetMicros + i * 1_000, (i + 40L + waitingMillis) * MILLI, SLICE);
        }
    }
}
