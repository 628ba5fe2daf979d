package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A packet per millisecond; times begin far from 0, as those of hosts do. */
class LossEventsTest {
    private static final long MILLI = 1_000_000L;
    private static final long START = Long.MAX_VALUE - 5_000 * MILLI;
    private static final long ROUND_TRIP = 20 * MILLI;
    private static final double FIRST = 500;

    private final LossEvents losses = new LossEvents(packets -> FIRST);

    private void receive(long... sequences) {
        for (long sequence : sequences) {
            losses.onPacket(sequence, START + sequence * MILLI, ROUND_TRIP);
        }
    }

    private void receive(long first, long limit) {
        for (long sequence = first; sequence < limit; sequence++) {
            receive(new long[] {sequence});
        }
    }

    @Test
    void shouldTakeAPacketForLostAfterThreeLaterOnes() {
        receive(new long[] {1, 2, 4, 5});
        assertThat(losses.events()).isZero();
        receive(new long[] {6});
        assertThat(losses.events()).isEqualTo(1);
        assertThat(losses.lossEventRate()).isCloseTo(1 / FIRST, within(1e-9));
    }

    @Test
    void shouldTakeNothingForLostThatWasOvertakenByTwo() {
        receive(new long[] {1, 2, 4, 5, 3, 6, 7, 8, 9});
        assertThat(losses.lossEventRate()).isZero();
    }

    @Test
    void shouldTakeTheEventBackWhenThePacketComesAfterAll() {
        receive(1, 100);
        receive(101, 120);
        assertThat(losses.events()).isEqualTo(1);
        losses.onPacket(100, START + 121 * MILLI, ROUND_TRIP);
        assertThat(losses.events()).isZero();
        assertThat(losses.lossEventRate()).isZero();
    }

    @Test
    void shouldKeepTheEventWhenOnlyOneOfTwoComesAfterAll() {
        receive(1, 100);
        receive(102, 120);
        losses.onPacket(100, START + 121 * MILLI, ROUND_TRIP);
        assertThat(losses.events()).isEqualTo(1);
    }

    @Test
    void shouldCountWhatIsLostWithinARoundTripOnce() {
        receive(1, 10);
        receive(new long[] {11, 13, 15, 17});
        receive(19, 100);
        assertThat(losses.events()).isEqualTo(1);
        receive(new long[] {101, 103, 105, 107, 109});
        receive(110, 118);
        assertThat(losses.events()).isEqualTo(2);
        receive(124, 130);
        assertThat(losses.events()).isEqualTo(3);
        // From 10, the first of the first event, to 100, the first of the second, and to 118.
        assertThat(losses.lossEventRate()).isCloseTo(3 / (18 + 90 + FIRST), within(1e-6));
    }

    @Test
    void shouldHaveAsManyEventsAsPacketsAreLostApart() {
        for (int i = 0; i < 10; i++) {
            receive(100L * i + 1, 100L * i + 100);
        }
        assertThat(losses.events()).isEqualTo(9);
        assertThat(losses.lossEventRate()).isCloseTo(0.01, within(1e-6));
    }

    /** Nothing grows, whatever comes in whatever order. */
    @Test
    void shouldBeBounded() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 100_000; i++) {
            losses.onPacket(random.nextLong(1L << 61), START + i * MILLI / 100, ROUND_TRIP);
            assertThat(losses.lossEventRate()).isBetween(0.0, 1.0);
        }
    }
}
