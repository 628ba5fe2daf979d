package org.rmcast.core.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueueingDelayTest {
    private static final long MILLI = 1_000_000;

    private final QueueingDelay delay = new QueueingDelay();

    @Test
    void shouldKnowNothingWithoutSamples() {
        assertThat(delay.isQueued()).isFalse();
    }

    @Test
    void shouldTakeAStableWayForNoQueueHoweverLong() {
        for (int i = 0; i < 10; i++) {
            delay.sample(300 * MILLI + i * MILLI);
        }
        assertThat(delay.isQueued()).isFalse();
    }

    @Test
    void shouldSeeAQueueByWhatIsLongerThanTheShortestEverSeen() {
        delay.sample(10 * MILLI);
        delay.restart();
        assertThat(delay.isQueued()).isFalse();
        delay.sample(13 * MILLI);
        assertThat(delay.isQueued()).isTrue();
        delay.restart();
        delay.sample(11 * MILLI);
        assertThat(delay.isQueued()).isFalse();
    }

    @Test
    void shouldNotTakeHalfAMillisecondForAQueue() {
        delay.sample(MILLI / 10);
        delay.restart();
        delay.sample(MILLI / 2);
        assertThat(delay.isQueued()).isFalse();
        delay.sample(2 * MILLI);
        assertThat(delay.isQueued()).isTrue();
    }

    @Test
    void shouldSayHowLongWhatIsSentWaits() {
        delay.sample(10 * MILLI);
        assertThat(delay.waitingNanos()).isZero();
        delay.restart();
        delay.sample(14 * MILLI);
        delay.sample(16 * MILLI);
        assertThat(delay.waitingNanos()).isEqualTo(5 * MILLI);
    }

    @Test
    void shouldForgetAShorterWay() {
        delay.sample(MILLI);
        delay.restart();
        delay.sample(50 * MILLI);
        assertThat(delay.isQueued()).isTrue();
        delay.forgetShortest();
        delay.restart();
        delay.sample(51 * MILLI);
        assertThat(delay.isQueued()).isFalse();
        assertThat(delay.waitingNanos()).isEqualTo(MILLI);
    }
}
