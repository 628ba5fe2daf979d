package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.core.flow.RoundTripEstimate;

/** What probes, their answers and repairs make of a way. */
class PathTest {
    private final Path path = new Path(new RoundTripEstimate(100_000_000, 5_000_000, 3_000_000_000L));

    @ParameterizedTest
    @ValueSource(longs = {-1, 3_600_000_001L, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldIgnoreRoundTripsThatCannotBe(long micros) {
        path.onEcho(path.nextProbe(), micros);
        assertThat(path.roundTrip.isSampled()).isFalse();
        assertThat(path.repairCost()).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20_000, 3_600_000_000L})
    void shouldTakeOthersOnce(long micros) {
        int number = path.nextProbe();
        path.onEcho(number, micros);
        path.onEcho(number, 1_000_000);
        assertThat(path.roundTrip.smoothedNanos()).isEqualTo(Math.max(1, micros * 1_000));
        assertThat(path.repairCost()).isFinite();
    }

    /** Of what was asked for together only the first to come says how long that takes. */
    @Test
    void shouldLearnFromRepairsOnceForEachRequest() {
        path.onEcho(path.nextProbe(), 160_000);
        path.onRepair(1_000_000_000, 1_008_000_000);
        assertThat(path.roundTrip.smoothedNanos()).isEqualTo(141_000_000);
        assertThat(path.repairCost()).isEqualTo(141);
        path.onRepair(1_000_000_000, 1_009_000_000);
        assertThat(path.roundTrip.smoothedNanos()).isEqualTo(141_000_000);
        path.onRepair(2_000_000_000, 2_013_000_000);
        assertThat(path.roundTrip.smoothedNanos()).isEqualTo(125_000_000);
    }
}
