package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A window of 256 packets needs no proof; a wider one needs a quarter of it within a round trip, here of 100 ms. */
class WindowUseTest {
    private static final long ROUND_TRIP = 100 * Parts.MILLI;
    private static final long SECOND = 1_000 * Parts.MILLI;

    private final WindowUse use = new WindowUse(256, 20 * Parts.MILLI, 1, 0);

    @Test
    void shouldAllowTheFirstWindowWithoutProof() {
        assertThat(use.bound()).isEqualTo(256);
        use.onAck(11, ROUND_TRIP, SECOND);
        assertThat(use.bound()).isEqualTo(256);
    }

    @Test
    void shouldAllowFourTimesWhatComesWithinARoundTrip() {
        use.onAck(2_001, ROUND_TRIP, 2 * ROUND_TRIP);
        assertThat(use.bound()).isEqualTo(4 * 1_000);
    }

    @Test
    void shouldCountWhatHasComeBeforeTheRoundTripIsOver() {
        use.onAck(501, ROUND_TRIP, ROUND_TRIP / 2);
        assertThat(use.bound()).isEqualTo(4 * 500);
    }

    @Test
    void shouldCountForAnIntervalWhereTheRoundTripIsShorter() {
        use.onAck(2_001, Parts.MILLI, 40 * Parts.MILLI);
        assertThat(use.bound()).isEqualTo(4 * 1_000);
    }

    @Test
    void shouldHalveAWindowThatIsNotUsedEachSecond() {
        use.onAck(101, ROUND_TRIP, SECOND);
        assertThat(use.narrowed(4_096, SECOND / 2)).isEqualTo(4_096);
        assertThat(use.narrowed(4_096, SECOND)).isEqualTo(2_048);
        assertThat(use.narrowed(2_048, SECOND + SECOND / 2)).isEqualTo(2_048);
        assertThat(use.narrowed(2_048, 3 * SECOND)).isEqualTo(512);
        assertThat(use.narrowed(512, 10 * SECOND)).isEqualTo(256);
    }
}
