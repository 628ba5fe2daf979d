package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.RoundTripStatistics;
import org.rmcast.core.flow.RoundTripEstimate;

/** What probes, their answers and repairs make of a way. */
class PathTest {
    private final Path path = new Path(new RoundTripEstimate(100_000_000, 5_000_000, 3_000_000_000L), 7);

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
    void shouldLearnFromAnswersOnceForEachFlight() {
        path.onEcho(path.nextProbe(), 160_000);
        int first = path.ask(1_000_000_000);
        int second = path.ask(1_001_000_000);
        path.onAnswer(first, 1_008_000_000);
        assertThat(path.roundTrip.smoothedNanos()).isEqualTo(141_000_000);
        assertThat(path.repairCost()).isEqualTo(141);
        path.onAnswer(first, 1_009_000_000);
        path.onAnswer(second, 1_009_000_000);
        assertThat(path.roundTrip.smoothedNanos()).isEqualTo(141_000_000);
        path.onAnswer(path.ask(2_000_000_000), 2_013_000_000);
        assertThat(path.roundTrip.smoothedNanos()).isEqualTo(125_000_000);
    }

    @Test
    void shouldLearnNothingFromAnswersToNoRequest() {
        int asked = path.ask(1_000_000_000);
        assertThat(path.onAnswer(0, 1_008_000_000)).isFalse();
        assertThat(path.onAnswer(asked + 1, 1_008_000_000)).isFalse();
        assertThat(path.roundTrip.isSampled()).isFalse();
        assertThat(path.isOvertaken(0, 1)).isFalse();
    }

    /** What was asked for a quarter of a round trip before something that was answered should have been answered, too. */
    @Test
    void shouldKnowWhatWasOvertaken() {
        path.onEcho(path.nextProbe(), 100_000);
        int later = path.ask(1_030_000_000);
        assertThat(path.isOvertaken(1_000_000_000, 2_000_000)).isFalse();
        assertThat(path.onAnswer(later, 1_130_000_000)).isTrue();
        assertThat(path.isOvertaken(1_000_000_000, 2_000_000)).isTrue();
        assertThat(path.isOvertaken(1_005_000_000, 2_000_000)).isFalse();
        assertThat(path.isOvertaken(1_000_000_000, 30_000_000)).isFalse();
        assertThat(path.onAnswer(later, 1_131_000_000)).as("again").isFalse();
    }

    @Test
    void shouldTellQuantilesOfProbes() {
        assertThat(path.statistics()).isNull();
        for (int i = 1; i <= 100; i++) {
            path.onEcho(path.nextProbe(), 1_000L * i);
        }
        RoundTripStatistics statistics = Objects.requireNonNull(path.statistics());
        assertThat(statistics.median()).isEqualTo(Duration.ofMillis(50));
        assertThat(statistics.p90()).isEqualTo(Duration.ofMillis(90));
        assertThat(statistics.p99()).isEqualTo(Duration.ofMillis(99));
        assertThat(statistics.smoothed()).isBetween(Duration.ofMillis(90), Duration.ofMillis(97));
    }
}
